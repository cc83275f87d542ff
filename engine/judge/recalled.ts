import type { TransitionGoal } from '../goals.ts';
import type { Violation } from './execute.ts';
import type { Sequence } from '../model.ts';

/** A sequence that an earlier, broken run has judged: what this run learns from it without sending it. */
export interface Recalled {
  /** The rules that it proved. */
  readonly rules: Iterable<string>;
  /** The transitions that it made. Those that other recalled sequences have made too may be missing. */
  readonly transitions: Iterable<TransitionGoal>;
  /** Latitude → choice → times. */
  readonly observed: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** A violation that nobody has reported: it is confirmed again. */
  readonly open?: { readonly violation: Violation; readonly requestsToFind: number };
  /** The sequences that follow the report of its failure. Default: none. */
  readonly next?: readonly Sequence[];
}
