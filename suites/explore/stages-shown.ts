import type { TransitionGoal } from '../../engine/goals.ts';
import type { Execution } from '../../engine/judge/execution.ts';
import { sequenceName, type PlannedSequence } from '../../engine/plan/order.ts';
import { operationNamed } from '../../engine/operations.ts';
import type { Plan } from '../../engine/plan/plan.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { AnyMachine } from './machines.ts';

type Shown = Exclude<keyof NonNullable<SequenceRecord['stages']>, 'machine'>;

type Executed = Pick<
  Execution<unknown, unknown, unknown, unknown>,
  'sequence' | 'performed' | 'skipped' | 'violation' | 'inconclusive' | 'transitions'
>;

/** Which transitions the plans of a machine are to confirm, each by the audit that ends its sequence, and what came of it. */
export class StagesShown {
  readonly #machine: AnyMachine;
  /** By the names of sequences: one that avoids what the target refuses is another one, and shows less. */
  readonly #planned = new Map<string, PlannedSequence>();
  readonly #met = new Set<TransitionGoal>();

  constructor(machine: AnyMachine) {
    this.#machine = machine;
  }

  /** Notes what the sequences of a plan are to confirm. */
  note({ sequences }: Plan): void {
    for (const planned of sequences) this.#planned.set(sequenceName(planned.steps), planned);
  }

  /** What a sequence has shown of its transitions: of those that it was planned for, and of others that no sequence before it has made. */
  by(execution: Executed): Pick<SequenceRecord, 'stages'> {
    const { goals = [], confirms } = this.#planned.get(sequenceName(execution.sequence)) ?? {};
    const rows: Record<Shown, [string, string, string][]> = {
      confirmed: [],
      open: [],
      ended: [],
      unseen: [],
    };
    const isWhole = cameToItsEnd(execution);
    for (const made of execution.transitions) {
      if (operationNamed(this.#machine, made.operation)?.control === true) continue;
      const isNew = !this.#met.has(made);
      this.#met.add(made);
      const isAim = confirms !== undefined && goals.includes(made);
      if (!isAim && !isNew) continue;
      const shown = !isAim ? 'unseen' : !confirms.includes(made) ? 'open' : isWhole ? 'confirmed' : 'ended';
      rows[shown].push([made.stage, made.operation, made.outcome]);
    }
    const shown = Object.fromEntries(Object.entries(rows).filter(([, { length }]) => length > 0));
    return Object.keys(shown).length === 0 ? {} : { stages: { machine: this.#machine.name, ...shown } };
  }
}

/** Whether each of its steps was taken, and each answer was right: only then has the audit shown anything. */
function cameToItsEnd({ violation, inconclusive, skipped, performed }: Executed): boolean {
  if (violation !== undefined || inconclusive !== undefined || skipped > 0) return false;
  return performed.every(({ passed }) => passed === undefined);
}
