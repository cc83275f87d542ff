import type { Machine, RefusesForm, Sequence } from '../model.ts';

/** A sequence without the forms of requests that the target is known to refuse. */
export function avoiding<S, C, R, N>(
  machine: Pick<Machine<S, C, R, N>, 'avoiding'>,
  sequence: Sequence,
  refuses: RefusesForm,
): Sequence {
  return sequence.map((step) => machine.avoiding?.(step, refuses) ?? step);
}
