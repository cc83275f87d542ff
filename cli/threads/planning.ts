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
  readonly plan: PlanElsewhere = async (begin, onWays) => {
    this.#plans += 1;
    const id = String(this.#plans);
    const thread = (this.#thread ??= startThread<PlanQuestion, PlanAnswer>(script));
    // Both at once: the thread answers one after the other.
    const first = thread.ask({ id: `${id} ways`, begin });
    const rest = thread.ask({ id, finish: true });
    const begun = await first;
    if ('error' in begun) throw new Error(`planning failed: ${begun.error}`);
    if ('ways' in begun) onWays(begun.ways);
    const ended = await rest;
    if ('plan' in ended) return ended.plan;
    throw new Error(`planning failed: ${'error' in ended ? ended.error : 'there is no plan'}`);
  };

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.end();
  }
}
