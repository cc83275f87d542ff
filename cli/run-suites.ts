import { join } from 'node:path';
import { Writable } from 'node:stream';
import AllureVitestReporter from 'allure-vitest/reporter';
import { startVitest } from 'vitest/node';
import type { RunPlan } from '../suites/run/run-plan.ts';
import { packageRoot } from './package-root.ts';
import { SuiteReporter } from './suite-reporter.ts';

export interface SuitesOutcome {
  /** What went wrong on our side: errors that accuse nobody. */
  readonly faults: readonly string[];
  /** Why the run's folder can't be written any more. */
  readonly unwritable?: string;
}

/** Runs the conformance suites with vitest, silently; what they found stands in the journal. The signal ends them early. */
export async function runSuites(plan: RunPlan, signal: AbortSignal): Promise<SuitesOutcome> {
  const reporter = new SuiteReporter(signal);
  const printed = new Printed();
  await startVitest(
    'test',
    [],
    {
      config: join(packageRoot, 'vitest.config.ts'),
      root: packageRoot,
      project: ['conformance'],
      provide: { payproof: plan },
      reporters: [reporter, new AllureVitestReporter({ resultsDir: join(plan.out, 'allure-results') })],
      run: true,
      watch: false,
    },
    undefined,
    { stdout: printed, stderr: printed },
  );
  const { unwritable } = reporter;
  if (unwritable !== undefined) return { faults: [], unwritable };
  if (signal.aborted) return { faults: [] };
  if (!reporter.ran) return { faults: [`the suites did not run. ${printed.text}`.trim()] };
  return { faults: reporter.faults };
}

/** Takes what vitest prints, and keeps the end of it for the case that it never got to run. */
class Printed extends Writable {
  /** The last characters that were printed. */
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text = (this.text + chunk.toString()).slice(-4000);
    done();
  }
}
