import { innerMap } from '../../engine/collections.ts';
import {
  type SequenceRecord,
  type Unconfirmed,
  unconfirmedReasons,
} from '../../harness/records/sequence-record.ts';
import { stepKey, type Transitions } from './transitions.ts';

/** How far a run has shown that the transitions between the stages of a machine lead to the right ones. */
export interface StageCoverage {
  readonly machine: string;
  /** Stages in which something was tried. */
  readonly stages: number;
  /** Transitions that were taken: stage, operation, outcome. */
  readonly transitions: number;
  /** Of these, those whose next stage the end of a sequence has shown. */
  readonly confirmed: number;
  /** Operations that a stage offers and that were not tried there. */
  readonly untried: number;
  readonly unconfirmed: readonly UnconfirmedTransition[];
  /**
   * The k up to which the run is complete: 0 where all that the stages offer was tried and confirmed, so that a target whose states are all reached by
   * the ways to these stages has none that answers wrongly (Vaandrager and Melse, CONCUR 2025). Null: not complete.
   */
  readonly completeUpTo: 0 | null;
}

export interface UnconfirmedTransition {
  readonly stage: string;
  readonly operation: string;
  readonly outcome: string;
  readonly why: Unconfirmed;
}

interface ShownTransition extends Omit<UnconfirmedTransition, 'why'> {
  readonly what: 'confirmed' | Unconfirmed;
}

/** By machine and transition, the best that sequences have shown of it. */
export type ShownStages = Map<string, Map<string, ShownTransition>>;

const order: readonly ShownTransition['what'][] = ['confirmed', ...unconfirmedReasons];

/** Adds what a sequence has shown. */
export function addShown(all: ShownStages, { stages }: Pick<SequenceRecord, 'stages'>): void {
  if (stages === undefined) return;
  const { machine, ...shown } = stages;
  const known = innerMap(all, machine);
  for (const what of order)
    for (const [stage, operation, outcome] of shown[what] ?? [])
      keepBetter(known, { stage, operation, outcome, what });
}

/** Adds what other sequences have shown. */
export function mergeShown(all: ShownStages, others: ShownStages): void {
  for (const [machine, shown] of others)
    for (const one of shown.values()) keepBetter(innerMap(all, machine), one);
}

function keepBetter(known: Map<string, ShownTransition>, one: ShownTransition): void {
  const key = stepKey(one.stage, one.operation, one.outcome);
  const before = known.get(key);
  if (before === undefined || order.indexOf(one.what) < order.indexOf(before.what)) known.set(key, one);
}

/** Of each machine whose plans have shown any, what is confirmed of the transitions that were made; `untried`: what was not tried, of all machines. */
export function stagesIn(shown: ShownStages, untried: Transitions['untried']): readonly StageCoverage[] {
  return [...shown].flatMap(([machine, known]): readonly StageCoverage[] => {
    const made = [...known.values()];
    const unconfirmed = made.flatMap(({ what, ...rest }) =>
      what === 'confirmed' ? [] : [{ ...rest, why: what }],
    );
    if (made.every(({ what }) => what === 'unseen')) return [];
    const left = untried.filter((one) => one.machine === machine).length;
    return [
      {
        machine,
        stages: new Set(made.map(({ stage }) => stage)).size,
        transitions: made.length,
        confirmed: made.length - unconfirmed.length,
        untried: left,
        unconfirmed,
        completeUpTo: unconfirmed.length === 0 && left === 0 ? 0 : null,
      },
    ];
  });
}
