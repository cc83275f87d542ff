import { awaitNotifications, type Waiting } from './judge/await-notifications.ts';
import { execute, observedChoices, type Driver, type Execution } from './judge/execute.ts';
import type { Exploration, ExplorePhase } from './exploration.ts';
import type { Reported } from './judge/known-failures.ts';
import type { Learned } from './learned.ts';
import type { Recalled } from './judge/recalled.ts';
import { mapConcurrently, parts } from './map-concurrently.ts';
import type { Sequence } from './model.ts';

/** A sequence that was judged, and the requests of the run up to its end. */
export interface Judged<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly requestsToFind: number;
  readonly driver: Pick<Driver<C, R>, 'lookAgain'>;
}

/** A sequence whose requests were sent; its notifications may still be awaited. */
export interface Begun<S, C, R, N> {
  /** Latitude → choice → times, by its replies. */
  readonly observed: ReturnType<typeof observedChoices>;
  /** Undefined where the phase is `explore` and no rule was broken. */
  readonly verdict: Promise<Judged<S, C, R, N> | RecalledSequence | undefined>;
}

/** A sequence that an earlier run has judged, and that leaves something to do. */
export interface RecalledSequence extends Pick<Recalled, 'open' | 'next'> {
  readonly recalled: Sequence;
  /** What was known of the target when it is its turn. */
  readonly learned: Learned;
}

/** What an exploration knows when it runs a sequence. */
interface RunnerOptions {
  readonly known: Reported;
  /** True: no further sequence of the phase `explore` is begun. */
  isDone(): boolean;
}

interface Sent<S, C, R, N> extends Judged<S, C, R, N> {
  readonly id: string;
  readonly driver: Driver<C, R>;
}

/** The same without violation and evidence, where there is a reason for it. */
function withoutVerdict<S, C, R, N>(
  execution: Execution<S, C, R, N>,
  why: string | undefined,
): Execution<S, C, R, N> {
  if (why === undefined) return execution;
  const { violation: _, notificationChoices: __, ...rest } = execution;
  const belief = execution.belief.map((hypothesis) => ({ ...hypothesis, assumed: undefined }));
  return { ...rest, belief, inconclusive: why, evidence: new Map() };
}

/** Whether a sequence was run by this exploration, and not by an earlier one. */
export function isJudged<S, C, R, N>(
  verdict: Judged<S, C, R, N> | RecalledSequence | undefined,
): verdict is Judged<S, C, R, N> {
  return verdict !== undefined && 'execution' in verdict;
}

/** Runs the sequences of an exploration and judges them, notifications included. */
export class SequenceRunner<S, C, R, N> {
  /** With `bail`, the first new violation ends the other sequences under way. */
  violated = false;
  readonly #options: Exploration<S, C, R, N>;
  readonly #known: Reported;
  readonly #isDone: () => boolean;
  #started = 0;

  constructor(options: Exploration<S, C, R, N>, { known, isDone }: RunnerOptions) {
    this.#options = options;
    this.#known = known;
    this.#isDone = isDone;
  }

  /** Sends the requests of a batch. Gives one element for each sequence that was begun; those stopped before are left out. */
  async begin(
    batch: readonly Sequence[],
    phase: ExplorePhase,
    learned: Learned,
    planned = false,
  ): Promise<readonly Begun<S, C, R, N>[]> {
    const begun = await mapConcurrently(batch, this.#options.concurrency, async (sequence) => {
      const before = phase === 'explore' ? this.#options.recall?.(sequence) : undefined;
      if (before !== undefined) return [this.#recalled(sequence, before, learned)];
      if (this.#isStopped(phase) || (phase === 'explore' && this.#isDone())) return [];
      const sent = await this.#send(sequence, phase, learned);
      const verdict = this.#judge(sent, phase, planned);
      // Avoids an unhandled rejection; the caller awaits it later.
      verdict.catch(() => undefined);
      // Wrapped, so that the await above does not wait for notifications and keep the connection.
      return [{ observed: observedChoices(sent.execution), verdict }];
    });
    return begun.flat();
  }

  #recalled(sequence: Sequence, { observed, open, next }: Recalled, learned: Learned): Begun<S, C, R, N> {
    const leavesWork = open !== undefined || next !== undefined;
    const rest = { recalled: sequence, learned, ...(open && { open }), ...(next && { next }) };
    return { observed, verdict: Promise.resolve(leavesWork ? rest : undefined) };
  }

  /** Runs a batch to the end, as many sequences at once as share a wait for notifications. */
  async runAll(
    batch: readonly Sequence[],
    phase: ExplorePhase,
    learned: Learned,
  ): Promise<readonly Execution<S, C, R, N>[]> {
    const executions: Execution<S, C, R, N>[] = [];
    for (const part of parts(batch, this.#options.batch)) {
      const begun = await this.begin(part, phase, learned);
      const verdicts = await Promise.all(begun.map(({ verdict }) => verdict));
      executions.push(...verdicts.flatMap((judged) => (isJudged(judged) ? [judged.execution] : [])));
    }
    return executions;
  }

  #isStopped(phase: ExplorePhase): boolean {
    return this.#options.stop() || (this.#options.bail && this.violated && phase === 'explore');
  }

  async #send(sequence: Sequence, phase: ExplorePhase, learned: Learned) {
    const { machine, notifications, requests } = this.#options;
    this.#started += 1;
    const id = `${machine.name}-${this.#started}`;
    const driver = this.#options.driver(id, phase);
    const execution = await execute(machine, sequence, driver, {
      stop: () => this.#isStopped(phase),
      learned,
      notifications: notifications !== undefined,
    });
    const judged = await this.#withoutDoubt(execution, driver, phase);
    if (judged.violation !== undefined && !this.#known.has(judged.violation)) this.violated = true;
    return { id, execution: judged, requestsToFind: requests(), driver };
  }

  /** The execution, without its verdict where the target was away or is another by now. */
  async #withoutDoubt(
    execution: Execution<S, C, R, N>,
    driver: Driver<C, R>,
    phase: ExplorePhase,
  ): Promise<Execution<S, C, R, N>> {
    const { violation } = execution;
    // What is found while shrinking is looked at before it is reported.
    const isNew = violation !== undefined && phase === 'explore' && !this.#known.has(violation);
    if (isNew && driver.unjudged?.() === undefined) await driver.lookAgain?.(violation);
    return withoutVerdict(execution, driver.unjudged?.());
  }

  async #judge(
    { id, execution, requestsToFind, driver }: Sent<S, C, R, N>,
    phase: ExplorePhase,
    planned: boolean,
  ): Promise<Judged<S, C, R, N> | undefined> {
    const { machine, notifications, onSequence } = this.#options;
    const waiting = {
      explore: { isKnown: (violation) => this.#known.has(violation) },
      // What shrinking finds is confirmed later, with full patience.
      shrink: { patience: 'short' },
      confirm: {},
      replay: {},
    } satisfies Record<ExplorePhase, Waiting>;
    const awaited =
      notifications === undefined
        ? execution
        : await awaitNotifications(machine, execution, notifications, waiting[phase]);
    // A wrong reply was looked at when it came.
    const complete = awaited === execution ? execution : await this.#withoutDoubt(awaited, driver, phase);
    onSequence(id, phase, complete, planned);
    // A passing sequence is not needed any more: its replies are not kept until the batch is over.
    if (phase === 'explore' && complete.violation === undefined) return undefined;
    return { execution: complete, requestsToFind, driver };
  }
}
