import type { Call, ControlCall } from './wire.ts';

/** How a move of the target's clock may differ from the one that is asked for, where others move it too. */
export interface ClockMove {
  /** By how much less, and by how much more, it may pass, ms. */
  readonly earlyMs: number;
  readonly lateMs: number;
  /** Which of the two bounds is kept where the time that passes by itself does not permit both. */
  readonly keeps: 'least' | 'most';
  /** What passed beside the moves once it was made. Absent: it was made at once. */
  readonly passed?: PassedBeside;
}

/** What passed while a move of the clock was waited for, by our clock, ms. */
export interface PassedBeside {
  readonly waitedMs: number;
  /** How much of that the clock may have stood: others moved it meanwhile. */
  readonly stoodMs: number;
}

/** A call that moves the clock. */
export interface ClockCall extends ControlCall {
  readonly body: { readonly ms: number };
  readonly move: ClockMove;
}

/** Whether a call moves the clock. */
export function isClockCall(call: Call): call is ClockCall {
  return call.to === 'control' && 'move' in call;
}

/** Moves the target's clock by so many ms; 0 reads it. Default of `move`: by no less, and by little more. */
export function advancingClock(
  operation: string,
  ms: number,
  move: ClockMove = { earlyMs: 0, lateMs: 1000, keeps: 'least' },
): ClockCall {
  return { to: 'control', operation, method: 'POST', path: '/clock/advance', body: { ms }, move };
}
