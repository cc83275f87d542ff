import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { redactorOf } from '../../harness/secrets/redact.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { loadTarget } from '../../harness/settings/settings.ts';
import { faults } from '../../reference/faults.ts';
import type { Fault } from '../../reference/faults/fault.ts';
import { type RunningReference, startReference } from '../../reference/server.ts';
import { type Certificate, certificateSchema } from '../../reports/certificate/certificate-schema.ts';
import { readSummary } from '../../reports/journal/fold.ts';
import { writeReportsOf } from '../../reports/write.ts';
import { claims } from '../../suites/claims/all-claims.ts';
import { runRecord } from '../../suites/run/prepare.ts';
import { openRun } from '../../suites/run/open-run.ts';
import { runClaim } from '../../suites/run/run-claim.ts';
import { makeRunFolder, openRunJournal } from '../../suites/run/run-folder.ts';
import { unwrittenConfig } from '../../suites/run/unwritten-run.ts';
import { run } from '../../cli/main.ts';
import { settingsOf } from '../../tools/reproductions/replay-afresh.ts';
import { command, type Finished } from '../support/runs/command.ts';

/** A faulty server beside the settings of its target, `faulty`, and of a sound one, `sound`. */
export interface Faulty {
  readonly fault: Fault;
  readonly server: RunningReference;
  /** Certifies it in a process of its own until the first violation. */
  certify(only: string): Promise<Finished>;
  /** Does the same in this process with one suite, which costs no start of a process and no plan of other suites. */
  certifyBy(suite: keyof typeof claims): Promise<void>;
  /** Replays a reproduction in this process. Gives the exit status. */
  replay(file: string, target: 'faulty' | 'sound'): Promise<number>;
  /** Folder of the run that `certify` writes. */
  readonly out: string;
  /** The targets file. */
  readonly targets: string;
  close(): Promise<void>;
}

/** Quick: the first violation ends the run. */
const few = { runs: 16, seed: 1, bail: true };
const asOptions = ['--bail', '--runs', String(few.runs), '--seed', String(few.seed), '--quiet'];

/** Starts the reference with one seeded fault. */
export async function startFaulty(id: string): Promise<Faulty> {
  const fault = faults.find((one) => one.id === id);
  if (fault === undefined) throw new Error(`no fault ${id}`);
  const server = await startReference({ control: true, faults: [id] });
  const dir = mkdtempSync(join(tmpdir(), `payproof-${id}-`));
  // One that is withheld is waited for to the end.
  const faulty = settingsOf(server, '1s');
  const targets = join(dir, 'targets.yaml');
  writeFileSync(targets, stringify({ default: 'faulty', targets: { faulty, sound: { kind: 'embedded' } } }));
  const out = join(dir, 'run');
  return {
    fault,
    server,
    out,
    targets,
    certify: (only) =>
      command(['certify', '--targets', targets, '--out', out, '--only', only, ...asOptions]).finished,
    certifyBy: async (suite) => {
      const target = loadTarget({ file: targets, name: 'faulty' });
      const config = unwrittenConfig(target, await preflight(target), { ...few, out });
      const { release } = makeRunFolder(config, runRecord(config), redactorOf(config.target));
      const journal = openRunJournal(config);
      const certifying = openRun(config, journal);
      await runClaim(certifying, claims[suite], { claims: [claims[suite]] });
      journal.write({ k: 'end', at: Date.now() - config.startedAt, interrupted: false });
      await certifying.close();
      await writeReportsOf(await readSummary(out), out);
      release();
    },
    replay: (file, target) => run(['replay', file, '--targets', targets, '--target', target, '--json']),
    close: async () => {
      await server.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** The certificate of a run's folder. */
export function certificateIn(out: string): Certificate {
  return certificateSchema.parse(JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')));
}

/** Where the run wrote down the failure that accuses a requirement. Throws an Error when it accused it nowhere. */
export function reproductionOf(out: string, requirement: string): string {
  const failure = certificateIn(out).failures.find((one) => one.requirement.includes(requirement));
  if (failure === undefined) throw new Error(`no failure accuses ${requirement}`);
  return join(out, failure.reproduction);
}
