import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../harness/package-root.ts';
import type { PlanElsewhere } from '../../suites/plans/plan-cache.ts';
import type { PlanAnswer, PlanQuestion } from './plan-in-thread.ts';
import { startThread, type Thread } from './threads.ts';

const script = pathToFileURL(join(packageRoot, 'bin', 'planning-thread.mjs'));

/** Makes plans in a thread of its own, so that the target can be asked meanwhile. The thread is started with the first plan. */
export class Planning {
  #thread: Thread<PlanQuestion, PlanAnswer> | undefined;
  #plans = 0;

  /** Makes a plan. Rejects with an Error when it can't be made. */
  readonly plan: PlanElsewhere = async (task) => {
    this.#plans += 1;
    const thread = (this.#thread ??= startThread<PlanQuestion, PlanAnswer>(script));
    const answer = await thread.ask({ ...task, id: String(this.#plans) });
    if ('error' in answer) throw new Error(`planning failed: ${answer.error}`);
    return answer.plan;
  };

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.end();
  }
}
