import type { Transition } from '../../engine/walk/transitions.ts';

/** The transitions of a machine, found offline and perhaps incomplete, so that a report can show what the run never did. */
export interface MachineRecord {
  readonly k: 'machine';
  /** As the coverage names it. */
  readonly name: string;
  readonly transitions: readonly Transition[];
}
