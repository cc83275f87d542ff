import { avoiding } from './walk/walk.ts';
import { awaitNotifications } from './judge/await-notifications.ts';
import { execute, observedChoices } from './judge/execute.ts';
import { type Driver, type Execution, type Violation } from './judge/execution.ts';
import type { Exploration, ExplorePhase } from './exploration.ts';
import { sightingOf, type Reported } from './judge/known-failures.ts';
import { isSimilarAnywhere, signatureOf } from './judge/signature.ts';
import type { Learned } from './learned.ts';
import { rightLater } from './shrink/confirm.ts';
import type { Recalled } from './judge/rejudge.ts';
import { mapConcurrently, parts } from './map-concurrently.ts';
import type { Sequence } from './model.ts';

/** A sequence that was judged, and the requests of the run up to its end. */
export interface Judged<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly requestsToFind: number;
  readonly driver: Pick<Driver<C, R>, 'verifySameServer'>;
}

/** A sequence whose requests were sent; its notifications may still be awaited. */
export interface Begun<S, C, R, N> {
  /** Latitude → choice → times, by its replies. */
  readonly observed: ReturnType<typeof observedChoices>;
  /**
   * Where the phase is `explore`, an element for each new violation; in others, for what is new and for the whole sequence. Of a sequence
   * that an earlier run has judged, one where it leaves something to do.
   */
  readonly verdict: Promise<readonly (Judged<S, C, R, N> | RecalledSequence)[]>;
}

/** A sequence that an earlier run has judged, and that leaves something to do. */
export interface RecalledSequence extends Pick<Recalled, 'open' | 'next'> {
  readonly recalled: Sequence;
  /** What was known of the target when it is its turn. */
  readonly learned: Learned;
}

/** Why sequences are run. */
export interface Purpose {
  readonly phase: ExplorePhase;
  readonly learned: Learned;
  /** Planned, not drawn. Default false. */
  readonly planned?: boolean;
  /** True: they go side by side where their phase goes alone. Default false. */
  readonly sideBySide?: boolean;
  /** The violation that they are to show: judging goes on behind any other. Default: behind each, and all that are new are given. */
  readonly sought?: Violation;
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
  /** The sequence up to each new violation behind which judging went on. */
  readonly cuts: readonly Judged<S, C, R, N>[];
}

/** The same without violation and evidence, where there is a reason for it. */
export function withoutVerdict<S, C, R, N>(
  execution: Execution<S, C, R, N>,
  why: string | undefined,
): Execution<S, C, R, N> {
  if (why === undefined) return execution;
  const { violation: _, notificationChoices: __, shownChoices: ___, ...rest } = execution;
  const belief = execution.belief.map((hypothesis) => ({ ...hypothesis, assumed: undefined }));
  return { ...rest, belief, inconclusive: why, evidence: new Map() };
}

/** An execution without what was reported before of its violation. */
export function withoutReported<S, C, R, N>(
  { violation, ...execution }: Execution<S, C, R, N>,
  known: Reported,
): Execution<S, C, R, N> {
  const rest = violation && known.rest(violation);
  return rest === undefined ? execution : { ...execution, violation: rest };
}

/** Whether a sequence was run by this exploration, and not by an earlier one. */
export function isJudged<S, C, R, N>(
  verdict: Judged<S, C, R, N> | RecalledSequence,
): verdict is Judged<S, C, R, N> {
  return 'execution' in verdict;
}

/** Runs the sequences of an exploration and judges them, notifications included. */
export class SequenceRunner<S, C, R, N> {
  /** With `bail`, the first new violation ends the other sequences under way. */
  violated = false;
  readonly #options: Exploration<S, C, R, N>;
  readonly #known: Reported;
  readonly #isDone: () => boolean;
  #started = 0;
  readonly #rightAfter = new Map<string, number | undefined>();

  constructor(options: Exploration<S, C, R, N>, { known, isDone }: RunnerOptions) {
    this.#options = options;
    this.#known = known;
    this.#isDone = isDone;
  }

  /** Sends the requests of a batch. Gives one element for each sequence that was begun; those stopped before are left out. */
  async begin(batch: readonly Sequence[], purpose: Purpose): Promise<readonly Begun<S, C, R, N>[]> {
    const { phase, learned } = purpose;
    const { concurrency: most, mostAtOnce } = this.#options;
    const concurrency = this.#isAlone(purpose) ? 1 : Math.min(most, mostAtOnce?.() ?? most);
    const begun = await mapConcurrently(batch, concurrency, async (drawn) => {
      const sequence =
        phase === 'explore' ? avoiding(this.#options.machine, drawn, this.#known.refusesForm) : drawn;
      // It was run as it was drawn where what it avoids was not known yet.
      const before =
        phase === 'explore' ? (this.#options.recall?.(sequence) ?? this.#options.recall?.(drawn)) : undefined;
      if (before !== undefined) return [this.#recalled(sequence, before, learned)];
      if (this.#isStopped(phase) || (phase === 'explore' && this.#isDone())) return [];
      const sent = await this.#send(sequence, purpose);
      const verdict = this.#judge(sent, purpose).finally(() => sent.driver.judged?.());
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
    return { observed, verdict: Promise.resolve(leavesWork ? [rest] : []) };
  }

  /** Notes each judged reply, with the fields of it that were wrong. */
  #note(id: string, { performed, violation }: Execution<S, C, R, N>): void {
    for (const [index, { step, control, observation, passed = [] }] of performed.entries()) {
      if (control || !('reply' in observation)) continue;
      const ended = violation?.at === 'reply' && index === performed.length - 1 ? violation.breaches : [];
      // Where something else is wrong with it as well, its fields are those of another answer.
      const ofFields = ended.every((breach) => sightingOf(breach) !== undefined) ? ended : [];
      this.#known.answered(id, step.operation, [...passed, ...ofFields]);
    }
  }

  /** Runs a batch to the end, as many sequences at once as share a wait for notifications. */
  async runAll(batch: readonly Sequence[], purpose: Purpose): Promise<readonly Execution<S, C, R, N>[]> {
    const executions: Execution<S, C, R, N>[] = [];
    for (const part of parts(batch, this.#isAlone(purpose) ? 1 : this.#options.batch)) {
      const begun = await this.begin(part, purpose);
      const verdicts = await Promise.all(begun.map(({ verdict }) => verdict));
      executions.push(...verdicts.flat().flatMap((one) => (isJudged(one) ? [one.execution] : [])));
    }
    return executions;
  }

  /** How long after its wrong answer a read was right when the violation was confirmed, ms; undefined: nothing shows that. */
  rightAfterMs(violation: Violation): number | undefined {
    return this.#rightAfter.get(keyOf(violation));
  }

  /** Repeats a wrong read, once for each violation that is confirmed. */
  async #lookLater(execution: Execution<S, C, R, N>, driver: Driver<C, R>): Promise<void> {
    const { violation } = execution;
    if (violation === undefined || this.#rightAfter.has(keyOf(violation))) return;
    this.#rightAfter.set(keyOf(violation), undefined);
    const { machine, notifications } = this.#options;
    const ms = await rightLater(machine, execution, driver, notifications !== undefined);
    this.#rightAfter.set(keyOf(violation), ms);
  }

  #isAlone({ phase, sideBySide = false }: Purpose): boolean {
    // Where answers are mixed up, nothing that runs beside others shows anything else.
    return (
      this.#options.crossTalk?.isShown === true || (!sideBySide && this.#options.alone?.(phase) === true)
    );
  }

  #isStopped(phase: ExplorePhase): boolean {
    return this.#options.stop() || (this.#options.bail && this.violated && phase === 'explore');
  }

  async #send(sequence: Sequence, purpose: Purpose): Promise<Sent<S, C, R, N>> {
    const { phase, learned, sought } = purpose;
    const { machine, notifications, requests } = this.#options;
    this.#started += 1;
    const id = `${machine.name}-${this.#started}`;
    const driver = this.#options.driver(id, phase);
    const cuts: Judged<S, C, R, N>[] = [];
    const passes = (violation: Violation, soFar: () => Execution<S, C, R, N>) => {
      const rest = this.#known.rest(violation);
      if (rest === undefined) return undefined;
      if (sought !== undefined) return isSimilarAnywhere(rest, sought) ? rest : undefined;
      if (this.#options.bail) return rest;
      cuts.push({ execution: { ...soFar(), violation: rest }, requestsToFind: requests(), driver });
      return undefined;
    };
    const execution = await execute(machine, sequence, driver, {
      stop: () => this.#isStopped(phase),
      learned,
      // What accuses is shown again one request after another.
      readsTogether: phase === 'explore',
      notifications: notifications !== undefined,
      passes,
    });
    if (phase === 'confirm') await this.#lookLater(execution, driver);
    await driver.end?.();
    const judged = await this.#withoutDoubt(execution, driver, purpose, cuts);
    if (judged.violation !== undefined && !this.#known.has(judged.violation)) this.violated = true;
    return { id, execution: judged, requestsToFind: requests(), driver, cuts };
  }

  /** The execution, without its verdict where the target was away or is another by now. */
  async #withoutDoubt(
    execution: Execution<S, C, R, N>,
    driver: Driver<C, R>,
    purpose: Purpose,
    [cut]: readonly Judged<S, C, R, N>[] = [],
  ): Promise<Execution<S, C, R, N>> {
    const { violation = cut?.execution.violation } = execution;
    const isDoubtful = violation !== undefined && this.#isDoubtful(violation, purpose);
    if (isDoubtful && driver.unjudged?.() === undefined) await driver.verifySameServer?.(violation);
    return withoutVerdict(execution, driver.unjudged?.());
  }

  /**
   * Whether a violation is looked at at once. What is found while shrinking is looked at before it is reported. Another violation than the one
   * that is confirmed may be that of another server: it does not show that the first one did not happen again.
   */
  #isDoubtful(violation: Violation, { phase, sought }: Purpose): boolean {
    if (phase === 'explore') return this.#known.rest(violation) !== undefined;
    return phase === 'confirm' && sought !== undefined && !isSimilarAnywhere(violation, sought);
  }

  async #judge(
    { id, execution, requestsToFind, driver, cuts }: Sent<S, C, R, N>,
    purpose: Purpose,
  ): Promise<readonly Judged<S, C, R, N>[]> {
    const { machine, notifications, onSequence } = this.#options;
    const { phase, planned = false, sought } = purpose;
    // What shrinking finds is confirmed later, with full patience. Where a wrong reply is sought, a missing notification is no failure.
    const isBrief = phase === 'shrink' || (phase === 'confirm' && sought?.at === 'reply');
    const awaited =
      notifications === undefined
        ? execution
        : await awaitNotifications(machine, execution, notifications, {
            patience: isBrief ? 'short' : 'whole',
            onlyMissing: sought?.onlyMissing === true,
            // One that is known in part may lack notifications that are still on their way.
            isKnown: (violation) => this.#known.rest(violation) === undefined,
            neverCome: (breaches) => this.#known.neverCome(breaches),
          });
    // A wrong reply was looked at when it came.
    const looked = awaited === execution ? execution : await this.#withoutDoubt(awaited, driver, purpose);
    // Wrong notifications that were reported before are not what is sought.
    const isSought = phase !== 'explore' && looked.violation?.at === 'notifications';
    const judged = isSought ? withoutReported(looked, this.#known) : looked;
    const found = driver.unjudged?.() === undefined ? cuts : [];
    const behind = found.flatMap(({ execution: { violation } }) => violation ?? []);
    const complete = behind.length === 0 ? judged : { ...judged, behind };
    if (phase === 'explore' && driver.unjudged?.() === undefined) this.#note(id, complete);
    onSequence(id, phase, complete, planned);
    // A passing sequence is not needed any more: its replies are not kept until the batch is over.
    if (phase === 'explore' && complete.violation === undefined) return found;
    return [...found, { execution: complete, requestsToFind, driver }];
  }
}

function keyOf(violation: Violation): string {
  return JSON.stringify(signatureOf(violation));
}
