import { getOrCreate } from '../../engine/collections.ts';
import { transitionGoal, type TransitionGoal } from '../../engine/goals.ts';
import type { Exploration } from '../../engine/exploration.ts';
import type { Execution } from '../../engine/judge/execution.ts';
import { sequenceName, type PlannedSequence } from '../../engine/plan/order.ts';
import { operationNamed } from '../../engine/operations.ts';
import { type Confirmed, confirmedBy } from '../../engine/walk/confirmed.ts';
import {
  addAll,
  addNamed,
  inBoth,
  namesOf,
  noWindows,
  windowsMade,
  type Windows,
} from '../../engine/walk/windows.ts';
import type { Plan } from '../../engine/plan/plan.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { AnyMachine } from './machines.ts';

type Shown = Exclude<keyof NonNullable<SequenceRecord['stages']>, 'machine'>;

type Executed = Pick<
  Execution<unknown, unknown, unknown, unknown>,
  'sequence' | 'performed' | 'skipped' | 'violation' | 'inconclusive' | 'transitions'
>;

interface Counting {
  /** Whether a window counts only where the audit shows what it has led to. Default: where its changes were accepted. */
  readonly countsConfirmed?: boolean;
}

type NotSought = NonNullable<Exploration<unknown, unknown, unknown, unknown>['met']>;

/** What the sequences of a run have met, by machine, told by their records. In nights a window counts where an audit confirms it. */
export class Met {
  readonly #byMachine = new Map<string, NotSought>();

  note({ stages, windows }: Pick<SequenceRecord, 'stages' | 'windows'>): void {
    if (stages !== undefined)
      for (const of of stages.confirmed ?? []) this.#of(stages.machine).confirmed.add(transitionGoal(...of));
    if (windows !== undefined) addNamed(this.#of(windows.machine).windows, windows);
  }

  /** What an exploration of a machine need not seek, beside the windows of `before`. Copies: what it draws may never be met. */
  with(before: Windows, machine: string): NotSought {
    const { windows, confirmed } = this.#of(machine);
    const all = noWindows();
    addAll(all, before);
    addAll(all, windows);
    return { windows: all, confirmed: new Set(confirmed) };
  }

  #of(machine: string): NotSought {
    return getOrCreate(this.#byMachine, machine, () => ({ windows: noWindows(), confirmed: new Set() }));
  }
}

/** Which transitions the audits that end a machine's sequences are to confirm, and what came of it; and the windows that count as met. */
export class StagesShown {
  readonly #machine: AnyMachine;
  /** By the names of sequences: one that avoids what the target refuses is another one, and shows less. */
  readonly #planned = new Map<string, PlannedSequence>();
  readonly #met = new Set<TransitionGoal>();
  readonly #confirmed = new Set<TransitionGoal>();
  readonly #countsConfirmed: boolean;

  constructor(machine: AnyMachine, { countsConfirmed = false }: Counting = {}) {
    this.#machine = machine;
    this.#countsConfirmed = countsConfirmed;
  }

  /** Notes what the sequences of a plan are to confirm. */
  note({ sequences }: Plan): void {
    for (const planned of sequences) this.#planned.set(sequenceName(planned.steps), planned);
  }

  /** What a sequence has shown of its transitions: of those that it is to confirm, and of others that no sequence before it has made; and the windows that count. */
  by(execution: Executed): Pick<SequenceRecord, 'stages' | 'windows'> {
    const { goals = [], confirms } = this.#planned.get(sequenceName(execution.sequence)) ?? {};
    // It takes a moment, and most random sequences make nothing new.
    const isAsked = this.#countsConfirmed || (confirms === undefined && this.#hasNew(execution));
    const ofAudit = isAsked ? confirmedBy(this.#machine, execution.sequence) : undefined;
    const isWhole = cameToItsEnd(execution);
    const rows: Record<Shown, [string, string, string][]> = {
      confirmed: [],
      open: [],
      ended: [],
      unseen: [],
    };
    for (const made of execution.transitions) {
      if (operationNamed(this.#machine, made.operation)?.control === true) continue;
      const isNew = !this.#met.has(made);
      this.#met.add(made);
      const isAim = confirms !== undefined && goals.includes(made);
      const isSure = isAim ? confirms.includes(made) : this.#isFirstIn(ofAudit, made);
      if (!isAim && !isSure && !isNew) continue;
      const shown = isSure ? (isWhole ? 'confirmed' : 'ended') : isAim ? 'open' : 'unseen';
      if (shown === 'confirmed') this.#confirmed.add(made);
      rows[shown].push([made.stage, made.operation, made.outcome]);
    }
    const shown = Object.fromEntries(Object.entries(rows).filter(([, { length }]) => length > 0));
    return {
      ...(Object.keys(shown).length > 0 && { stages: { machine: this.#machine.name, ...shown } }),
      ...this.#windowsIn(execution, isWhole ? ofAudit : undefined),
    };
  }

  #hasNew({ transitions }: Executed): boolean {
    return [...transitions].some((made) => !this.#met.has(made));
  }

  #isFirstIn(ofAudit: Confirmed | undefined, made: TransitionGoal): boolean {
    return ofAudit?.transitions.has(made) === true && !this.#confirmed.has(made);
  }

  #windowsIn(execution: Executed, ofAudit: Confirmed | undefined): Pick<SequenceRecord, 'windows'> {
    const made = windowsMade(this.#machine, execution);
    const windows = this.#countsConfirmed ? inBoth(made, ofAudit?.windows ?? noWindows()) : made;
    if (windows.two.size + windows.three.size === 0) return {};
    return { windows: { machine: this.#machine.name, ...namesOf(windows) } };
  }
}

/** Whether each of its steps was taken, and each answer was right: only then has the audit shown anything. */
function cameToItsEnd({ violation, inconclusive, skipped, performed }: Executed): boolean {
  if (violation !== undefined || inconclusive !== undefined || skipped > 0) return false;
  return performed.every(({ passed }) => passed === undefined);
}
