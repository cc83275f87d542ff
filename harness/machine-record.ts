/** The transitions of a machine, found offline and perhaps incomplete, so that a report can show what the run never did. */
export interface MachineRecord {
  readonly k: 'machine';
  /** As the coverage names it. */
  readonly name: string;
  /** By abstract state, operation and outcome: the abstract states that follow. */
  readonly transitions: readonly {
    readonly state: string;
    readonly operation: string;
    readonly outcome: string;
    readonly to: readonly string[];
    /** Whether it is what a request there ordinarily comes to; others are permitted, and no target need show them. */
    readonly ordinary: boolean;
  }[];
}
