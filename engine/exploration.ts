import type { NotificationSource } from './judge/judge-notifications.ts';
import type { Driver, Execution } from './judge/execution.ts';
import type { Goal } from './goals.ts';
import type { Reported } from './judge/known-failures.ts';
import type { LearnedChoices } from './learned.ts';
import type { Machine } from './machine.ts';
import type { Breach, Sequence } from './model.ts';
import type { Part } from './plan/order.ts';
import type { Planner } from './plan/kept-plan.ts';
import type { PlanOptions } from './plan/plan.ts';
import type { Recalled } from './judge/rejudge.ts';
import type { OperationInputs } from './walk/inputs.ts';
import type { WalkOptions } from './walk/walk.ts';
import type { Drawn } from './walk/weighted-choice.ts';

export type ExplorePhase = 'explore' | 'confirm' | 'shrink' | 'replay';

/** A failure as it is reported: shrunk and confirmed, with the requests that it took. */
export interface Failure<S, C, R, N> {
  readonly execution: Execution<S, C, R, N>;
  readonly failed: number;
  readonly outOf: number;
  /** Why it was seen only once: nothing was left to run it on again, or no run of it came to a verdict. It does not accuse the target. Absent: it was run again. */
  readonly unconfirmed?: string;
  /** It happens now and then, in several sequences: `failed` and `outOf` are those of all replies of its operation in the run. */
  readonly rare?: true;
  /** It was seen only beside something that was made before. Absent: the sequence shows it by itself. */
  readonly beside?: true;
  /** The sequences that were under way with it: it was seen only so, and none of them fails alone. `failed` and `outOf` count all of them. Absent: not so. */
  readonly together?: Together<S, C, R, N>;
  /** It did not happen again alone, and was looked at beside others. Absent: not so, or it did not happen there either. */
  readonly inBatch?: InBatch;
  /** Of the sequences that passed while shrinking, the one that is most like the failing one. */
  readonly neighbour?: Execution<S, C, R, N>;
  readonly requestsToFind: number;
  readonly requestsToShrink: number;
  /** Its last step is a read that was right so long after its wrong answer, ms. Absent: nothing shows that. */
  readonly rightAfterMs?: number;
}

/** Sequences that fail only at the same time, as each ran alone and passed. */
export interface Together<S, C, R, N> {
  /** The one that is reported. */
  readonly itself: Execution<S, C, R, N>;
  readonly others: readonly Execution<S, C, R, N>[];
}

/** How often a sequence failed beside others, after it passed alone. It does not accuse the target. */
export interface InBatch {
  /** The fewest that were found. */
  readonly others: readonly Sequence[];
  readonly failed: number;
  readonly outOf: number;
}

/** So often a contradiction between two answers is seen, so that it is no single accident on the way. */
const timesProven = 2;

/** How often something failed, and how. */
interface Frequency {
  readonly breaches: readonly Breach[];
  readonly failed: number;
  readonly outOf: number;
}

/** Whether an answer contradicts an earlier one, and nothing else is wrong with it. */
export function isContradiction(breaches: readonly Breach[]): boolean {
  return breaches.length > 0 && breaches.every(({ constant }) => constant === true);
}

/** Whether what failed accuses: it failed each time, or it is a contradiction between two answers and was seen again. */
export function isProven({ breaches, failed, outOf }: Frequency): boolean {
  return failed === outOf || (failed >= timesProven && isContradiction(breaches));
}

/** Whether a failure is proven, and was run again at all. */
export function isSteady<S, C, R, N>(
  failure: Pick<Failure<S, C, R, N>, 'execution' | 'failed' | 'outOf' | 'unconfirmed' | 'rare' | 'together'>,
): boolean {
  const { execution, failed, outOf, unconfirmed, rare, together } = failure;
  if (rare === true || together !== undefined) return true;
  return (
    unconfirmed === undefined && isProven({ breaches: execution.violation?.breaches ?? [], failed, outOf })
  );
}

/** What explorations of one interface know of its cross-talk together. */
export interface CrossTalkState {
  /** The rules that an answer breaks which belongs to another request: they say what it is about. */
  readonly rules: ReadonlySet<string>;
  /** It was reported: what ran beside others before and passes alone belongs to it, and from then on one sequence is under way at a time. */
  isShown: boolean;
}

export interface Exploration<S, C, R, N> extends Pick<PlanOptions, 'audits' | 'classesOf'> {
  readonly machine: Machine<S, C, R, N>;
  /** A connection for one sequence; `id` is the sequence's name in the run. */
  driver(id: string, phase: ExplorePhase): Driver<C, R>;
  /** Absent: notifications are not judged. */
  readonly notifications?: NotificationSource<N>;
  readonly seed: number;
  /** Random sequences in all. */
  readonly runs: number;
  /** Sequences under way at once. */
  readonly concurrency: number;
  /** Fewer sequences under way at once, where that changes between the parts of an exploration. Default: `concurrency`. */
  mostAtOnce?(): number;
  /** Whether sequences of a phase go one after another. Default: side by side. */
  alone?(phase: ExplorePhase): boolean;
  /** Sequences that share one wait for their notifications. */
  readonly batch: number;
  /** Batches that are sent before the first of them is judged: the notifications of all are awaited together. Default 1. */
  readonly inFlight?: number;
  readonly walk?: Partial<WalkOptions>;
  /** What of the exploration is made here. The plan is that of the whole, and what it reaches elsewhere is not planned for again. Default: all. */
  readonly part?: Part;
  /** So many random sequences more are run while the first plan is made, or before it where the first failure ends the exploration. Default: none. */
  readonly whilePlanning?: number;
  /** Rules to prove: sequences for them are planned and run first, and again for what is missing afterwards. Default: none. */
  readonly rules?: readonly string[];
  /** Whether the plan covers every transition too. Default false. */
  readonly transitions?: boolean;
  /** What is to be tried at least once: asked for behind the random runs, for what they and the plans have left over. Default: nothing. */
  inputs?(): readonly OperationInputs[];
  /**
   * What was tried of the inputs before, by `kindName`; this exploration adds to it. It goes on there: of the plan only what shows a rule or tries something
   * new is run, and what is left over comes before the random sequences. Default: nothing, and the whole plan is run.
   */
  readonly tried?: Set<string>;
  /** The windows and transitions that random sequences need not seek; what they draw is added. Default: none. */
  readonly met?: Pick<Drawn, 'windows' | 'confirmed'>;
  /** Makes the plans. Default: `plan` of the machine. */
  readonly planner?: Planner;
  /** Goals reached by other explorations of the same run; this one adds its own. Default: none. */
  readonly reached?: Set<Goal>;
  /** Failures reported already, by other explorations of the same run. Default: none. */
  readonly known?: Reported;
  /** What explorations of the same interface know of answers that requests under way mix up. Default: it is not looked into. */
  readonly crossTalk?: CrossTalkState;
  /** What the run has learned of the target so far; this exploration adds to it. Default: nothing yet. */
  readonly choices?: LearnedChoices;
  /** Sequences that are run after all others, each once: too long or too dear to be drawn. Default: none. */
  readonly last?: readonly Sequence[];
  /** Shrinking candidates at most for one failure; fewer where each is long. */
  readonly shrinkBudget: number;
  /** True ends the exploration: interrupted, or the request budget is spent. */
  stop(): boolean;
  /** True ends the random runs before `runs` is reached. Default: never. */
  enough?(): boolean;
  /** Requests sent to the target so far in the whole run. */
  requests(): number;
  /** True ends the exploration once its first failure is shrunk. */
  readonly bail: boolean;
  /** Called for each judged sequence. `planned`: it comes from a plan, not from a random walk. */
  onSequence(id: string, phase: ExplorePhase, execution: Execution<S, C, R, N>, planned: boolean): void;
  onFailure(failure: Failure<S, C, R, N>): void;
  /** Called for a new violation that is not reported, since the target was away meanwhile. */
  onDropped?(): void;
  /** What an earlier, broken run of the same seed has judged of a sequence: it is not run again. Default: nothing. */
  recall?(sequence: Sequence): Recalled | undefined;
  /** Called when a violation of an earlier run, which was not reported there, did not happen again. */
  onNotAgain?(sequence: Sequence): void;
}
