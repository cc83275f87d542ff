import { openWaits } from '../../harness/pace/limits.ts';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../harness/files/version.ts';
import type { PlanElsewhere } from '../../suites/plans/plan-cache.ts';
import type { PlanAnswer, PlanQuestion } from './plan-in-thread.ts';
import { startThread, threadHeap, type Thread } from './threads.ts';

const script = pathToFileURL(join(packageRoot, 'bin', 'planning-thread.mjs'));

/** A thread without a plan to make is ended after so long, ms: it holds the machines, and a machine's plans are asked for one after another. */
const idleMs = 1000;

/** Makes plans in a thread of its own, so that the target can be asked meanwhile. The thread is started with a plan, and ended once none follows. */
export class Planning {
  #thread: Thread<PlanQuestion, PlanAnswer> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #plans = 0;
  readonly #ending: AbortSignal;
  readonly #orAborted = openWaits();

  /** `ending`: the run ends, and no plan is waited for any more. */
  constructor(ending: AbortSignal) {
    this.#ending = ending;
  }

  /** Makes a plan; undefined where the run ends before. Rejects with an Error when it can't be made. */
  readonly plan: PlanElsewhere = async (task) => {
    clearTimeout(this.#idle);
    this.#plans += 1;
    const thread = (this.#thread ??= startThread<PlanQuestion, PlanAnswer>(script, threadHeap));
    const asked = thread.ask({ ...task, id: String(this.#plans) });
    // The thread itself never rejects.
    const answer = await this.#orAborted(asked, this.#ending).catch(() => undefined);
    clearTimeout(this.#idle);
    if (thread.waiting() === 0) this.#idle = setTimeout(() => void this.close(), idleMs).unref();
    if (answer !== undefined && 'error' in answer) throw new Error(`planning failed: ${answer.error}`);
    return answer?.plan;
  };

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}
