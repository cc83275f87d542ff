import { z } from 'zod';
import { keptReproductions } from '../cli/nightly/kept.ts';
import { endRun } from '../cli/run/end-run.ts';
import { runSuites } from '../cli/command/run-suites.ts';
import type { Certificate } from '../reports/certificate/certificate-schema.ts';
import { prepareRun } from '../suites/run/prepare.ts';
import { checkedOptions, runForm, type RunChoices } from './options.ts';

/** How `certify` runs; everything has a default. */
export interface CertifyOptions extends RunChoices {
  /** Stops at the first violation, after shrinking it. Default false. */
  readonly bail?: boolean | undefined;
  /** Threads that check suites side by side. Default: the cores, at most 4. */
  readonly workers?: number | undefined;
  /** Ends the run early: what was done by then is in its reports, and its verdict is hardly conformant. */
  readonly signal?: AbortSignal | undefined;
}

/** What came of a run. */
export interface Certified {
  readonly verdict: Certificate['verdict'];
  readonly certificate: Certificate;
  /** The run's folder, with the reports and reproductions. */
  readonly dir: string;
}

const form = {
  ...runForm,
  bail: z.boolean().default(false),
  workers: z.int().min(1).max(64).exactOptional(),
  signal: z.instanceof(AbortSignal).default(() => new AbortController().signal),
};

/**
 * Runs every suite against one target and writes its reports, as the command `certify` does; prints nothing. The kept reproductions of the
 * folder `regressions` run first. Throws a SettingsError on wrong options or settings, Unreachable when the target can't be reached, and
 * Unwritable when the run's folder can't be written.
 */
export async function certify(options: CertifyOptions = {}): Promise<Certified> {
  const { signal, workers, only = [], ...asked } = checkedOptions(form, options);
  const prepared = await prepareRun({ ...asked, only, ...keptReproductions(asked.targets) });
  const { config } = prepared;
  const outcome = await runSuites(config, signal, { workers, startAnother: prepared.startAnother });
  const { certificate } = await endRun(prepared, outcome, signal, { quiet: true });
  return { verdict: certificate.verdict, certificate, dir: config.out };
}
