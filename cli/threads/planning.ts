import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../harness/files/version.ts';
import type { PlanElsewhere } from '../../suites/plans/plan-cache.ts';
import type { PlanAnswer, PlanQuestion } from './plan-in-thread.ts';
import { startThread, type Thread } from './threads.ts';

const script = pathToFileURL(join(packageRoot, 'bin', 'planning-thread.mjs'));

/** Makes plans in a thread of its own, so that the target can be asked meanwhile. The thread is started with the first plan. */
export class Planning {
  #thread: Thread<PlanQuestion, PlanAnswer> | undefined;
  #plans = 0;
  readonly #ended: Promise<undefined>;

  /** `signal`: the run ends, and no plan is waited for any more. */
  constructor(signal: AbortSignal) {
    this.#ended = new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      if (signal.aborted) resolve(undefined);
    });
  }

  /** Makes a plan; undefined where the run ends before. Rejects with an Error when it can't be made. */
  readonly plan: PlanElsewhere = async (task) => {
    this.#plans += 1;
    const thread = (this.#thread ??= startThread<PlanQuestion, PlanAnswer>(script));
    const answer = await Promise.race([thread.ask({ ...task, id: String(this.#plans) }), this.#ended]);
    if (answer !== undefined && 'error' in answer) throw new Error(`planning failed: ${answer.error}`);
    return answer?.plan;
  };

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.end();
  }
}
