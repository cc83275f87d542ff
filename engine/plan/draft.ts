import type { Goal } from '../goals.ts';
import type { Step, StepId } from '../model.ts';
import type { Toured } from './order.ts';
import type { AttemptClass, View } from './simulation.ts';

/** The sequence that a tour is building. */
export interface Draft<S, C, R, N> {
  view: View<S, C, R, N>;
  readonly steps: Step[];
  /** Counted from 1. */
  readonly positions: Map<StepId, number>;
  /** Every goal of the tour that the sequence reaches, even if an earlier sequence reached it too. */
  readonly met: { readonly goal: Goal; readonly steps: number; readonly requests: number }[];
  requests: number;
  /** Up to the last step that reached a new goal: the number of steps, and of elements of `met`. */
  useful: { readonly steps: number; readonly met: number };
  /** The first step that uses up something for good. */
  spent: Toured['spent'];
  /** The last step that changed something, until it is read back. */
  unread: Step | undefined;
  /** Classes that reached no new goal in this state. */
  readonly failed: Set<AttemptClass>;
}

/** A sequence without steps. */
export function begun<S, C, R, N>(view: View<S, C, R, N>): Draft<S, C, R, N> {
  return {
    view,
    steps: [],
    positions: new Map(),
    met: [],
    requests: 0,
    useful: { steps: 0, met: 0 },
    spent: undefined,
    unread: undefined,
    failed: new Set(),
  };
}
