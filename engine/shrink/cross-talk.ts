import { renumbered } from '../candidates.ts';
import type { CrossTalkState, Failure, Together } from '../exploration.ts';
import type { Execution } from '../judge/execution.ts';
import type { Reported } from '../judge/known-failures.ts';
import type { Learned } from '../learned.ts';
import { isPassing } from './confirm.ts';
import type { Sequence } from '../model.ts';
import { withoutReported, type SequenceRunner } from '../sequence-runner.ts';

/** More sequences do not run at once to show it. */
const mostAtOnce = 8;
/** So often it is looked into: a failure that comes and goes has other causes too. */
const mostTries = 3;
/** All in turn and then all at once, so often. */
const rounds = 2;

interface Options<S, C, R, N> {
  readonly runner: Pick<SequenceRunner<S, C, R, N>, 'runAll'>;
  readonly known: Reported;
  /** What the whole run knows of it. */
  readonly state: CrossTalkState;
  /** Sequences that are under way at once in the exploration. */
  readonly concurrency: number;
  stop(): boolean;
}

/** Sequences of which some get answers of others when they run at once, and that pass one after another. */
interface Shown<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly together: Together<S, C, R, N>;
  readonly failed: number;
  readonly outOf: number;
}

/**
 * Tells answers that requests under way mix up, in an exploration whose sequences run side by side. The first failure that passes alone is looked into:
 * sequences are run one after another and then at once. Where they pass in turn, and at once an answer is about something else than its request, that is
 * the failure, whatever else each of them has seen; later ones that pass alone belong to it. From other failures nothing is concluded: a gateway may
 * answer otherwise under load, or now and then.
 */
export class CrossTalk<S, C, R, N> {
  readonly #options: Options<S, C, R, N>;
  #tries = 0;

  constructor(options: Options<S, C, R, N>) {
    this.#options = options;
  }

  /**
   * The failure as it is to be reported: as it was found, or the one of cross-talk. Undefined where it belongs to cross-talk that was reported.
   * `drawn`: sequences that ran at the same time, and it itself.
   */
  async explained(
    failure: Failure<S, C, R, N>,
    { learned, violation, sequence: failing }: Execution<S, C, R, N>,
    drawn: readonly Sequence[],
  ): Promise<Failure<S, C, R, N> | undefined> {
    const { concurrency, state } = this.#options;
    const isNeverAgain = failure.failed === 1 && failure.outOf > 1;
    if (concurrency === 1 || violation?.at !== 'reply' || !isNeverAgain) return failure;
    if (state.isShown) return undefined;
    if (this.#tries === mostTries) return failure;
    this.#tries += 1;
    const sequence = renumbered(failure.execution.performed.map(({ step }) => step));
    const beside = drawn.filter((one) => one !== failing).slice(0, mostAtOnce - 1);
    const shown = await this.#lookInto([sequence, ...beside], learned);
    if (shown === undefined) return failure;
    const { requestsToFind, requestsToShrink } = failure;
    return { ...shown, requestsToFind, requestsToShrink };
  }

  /** Notes a failure that was reported: the target was the same server all the time. */
  reported({ together }: Pick<Failure<S, C, R, N>, 'together'>): void {
    if (together !== undefined) this.#options.state.isShown = true;
  }

  async #lookInto(group: readonly Sequence[], learned: Learned): Promise<Shown<S, C, R, N> | undefined> {
    const alone: Execution<S, C, R, N>[] = [];
    for (const [index, one] of group.entries()) {
      const passed = await this.#passAlone(one, learned);
      if (passed === undefined && index === 0) return undefined;
      if (passed !== undefined) alone.push(passed);
    }
    const passing = alone.map(({ sequence }) => sequence);
    const mixedUp: Execution<S, C, R, N>[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      if (round > 1 && !(await this.#allPassAlone(passing, learned))) return undefined;
      const found = await this.#mixedUpAtOnce(passing, learned);
      if (found.length === 0) return undefined;
      mixedUp.push(...found);
    }
    return (await this.#pairOf(mixedUp, alone, learned)) ?? shownBy(mixedUp, alone);
  }

  /** Two sequences that are enough, and no more of each than shows it: one of those that showed it, beside itself or beside one of the others. */
  async #pairOf(
    [first]: readonly Execution<S, C, R, N>[],
    alone: readonly Execution<S, C, R, N>[],
    learned: Learned,
  ): Promise<Shown<S, C, R, N> | undefined> {
    const itself = alone.find(({ sequence }) => sequence === first?.sequence);
    if (itself === undefined) return undefined;
    const twin = await this.#passAlone([...itself.sequence], learned);
    for (const other of [twin, ...alone]) {
      if (other === undefined || other === itself) continue;
      const shown = await this.#shownInEachRound([itself, other], learned);
      if (shown !== undefined) return this.#shortened(shown, [itself, other], learned);
    }
    return undefined;
  }

  /** What sequences show that ran alone, at once in each round. */
  async #shownInEachRound(
    alone: readonly Execution<S, C, R, N>[],
    learned: Learned,
  ): Promise<Shown<S, C, R, N> | undefined> {
    const mixedUp: Execution<S, C, R, N>[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const found = await this.#mixedUpAtOnce(
        alone.map(({ sequence }) => sequence),
        learned,
      );
      if (found.length === 0) return undefined;
      mixedUp.push(...found);
    }
    return shownBy(mixedUp, alone);
  }

  /** The same with the first half of each sequence alone, as long as they show it. */
  async #shortened(
    shown: Shown<S, C, R, N>,
    pair: readonly Execution<S, C, R, N>[],
    learned: Learned,
  ): Promise<Shown<S, C, R, N>> {
    let fewest = { shown, pair };
    for (const index of pair.keys()) {
      for (;;) {
        const { sequence = [] } = fewest.pair[index] ?? {};
        const half = sequence.slice(0, Math.ceil(sequence.length / 2));
        const cut = half.length < sequence.length ? await this.#passAlone(half, learned) : undefined;
        if (cut === undefined) break;
        const shorter = fewest.pair.with(index, cut);
        const still = await this.#shownInEachRound(shorter, learned);
        if (still === undefined) break;
        fewest = { shown: still, pair: shorter };
      }
    }
    return fewest.shown;
  }

  async #allPassAlone(group: readonly Sequence[], learned: Learned): Promise<boolean> {
    for (const one of group) if ((await this.#passAlone(one, learned)) === undefined) return false;
    return true;
  }

  async #passAlone(one: Sequence, learned: Learned): Promise<Execution<S, C, R, N> | undefined> {
    if (this.#options.stop()) return undefined;
    const ran = await this.#run([one], learned);
    return ran.every(isPassing) ? ran.at(-1) : undefined;
  }

  /** Those that got an answer about something else, each once, with nothing but that. */
  async #mixedUpAtOnce(
    group: readonly Sequence[],
    learned: Learned,
  ): Promise<readonly Execution<S, C, R, N>[]> {
    if (this.#options.stop()) return [];
    const ran = (await this.#run(group, learned)).flatMap((one) => ofAnother(one, this.#options.state) ?? []);
    return group.flatMap((sequence) => ran.find((one) => one.sequence === sequence) ?? []);
  }

  async #run(group: readonly Sequence[], learned: Learned): Promise<readonly Execution<S, C, R, N>[]> {
    const sideBySide = group.length > 1;
    const executions = await this.#options.runner.runAll(group, { phase: 'shrink', learned, sideBySide });
    return executions.map((one) => withoutReported(one, this.#options.known));
  }
}

function ofAnother<S, C, R, N>(
  execution: Execution<S, C, R, N>,
  { rules }: CrossTalkState,
): Execution<S, C, R, N> | undefined {
  const { violation } = execution;
  const breaches = violation?.breaches.filter(({ rule }) => rules.has(rule)) ?? [];
  return violation && breaches.length > 0
    ? { ...execution, violation: { ...violation, breaches } }
    : undefined;
}

function shownBy<S, C, R, N>(
  mixedUp: readonly Execution<S, C, R, N>[],
  alone: readonly Execution<S, C, R, N>[],
): Shown<S, C, R, N> | undefined {
  const [execution] = mixedUp;
  const itself = alone.find(({ sequence }) => sequence === execution?.sequence);
  if (execution === undefined || itself === undefined) return undefined;
  const others = alone.filter((one) => one !== itself);
  return { execution, together: { itself, others }, failed: mixedUp.length, outOf: rounds * alone.length };
}
