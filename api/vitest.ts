import { afterAll, beforeAll, describe } from 'vitest';
import { keptReproductions } from '../cli/nightly/kept.ts';
import { endRun } from '../cli/run/end-run.ts';
import { openCheckedRun, type CheckedRun } from '../suites/run/check-claims.ts';
import { claimTests } from '../suites/claim-tests.ts';
import { prepareRun, type PreparedRun } from '../suites/run/prepare.ts';
import { checkedOptions, runForm, type RunChoices } from './options.ts';

/** The options of `conformance`; each has a default. */
export type ConformanceOptions = RunChoices;

/**
 * Makes the suites tests of the file that calls it: one test for each suite, red where it accuses the target. The run and its reports are those of
 * `certify`, written when the last test has ended; the verdict stands in `certificate.json` of the run's folder. Throws a SettingsError on
 * wrong options; wrong settings and a target that can't be reached fail the tests.
 */
export function conformance(options: ConformanceOptions = {}): void {
  const { only = [], target, ...asked } = checkedOptions(runForm, options);
  describe(`conformance of ${target ?? 'the default target'}`, () => {
    let run: { readonly prepared: PreparedRun; readonly checked: CheckedRun } | undefined;
    beforeAll(async () => {
      const prepared = await prepareRun({
        ...asked,
        ...(target !== undefined && { target }),
        only,
        bail: false,
        ...keptReproductions(asked.targets),
      });
      try {
        run = { prepared, checked: await openCheckedRun(prepared.config) };
      } catch (error) {
        await prepared.breakOff();
        prepared.release();
        throw error;
      }
    }, 0);
    afterAll(async () => {
      if (run === undefined) return;
      await run.checked.run.close();
      const outcome = { faults: [], interrupted: false };
      await endRun(run.prepared, outcome, new AbortController().signal, { quiet: true });
    }, 0);
    claimTests(() => {
      if (run === undefined) throw new Error('the run was not prepared');
      return run.checked;
    });
  });
}
