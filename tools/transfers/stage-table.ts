import { auditing } from '../../engine/plan/audited.ts';
import type { Sequence } from '../../engine/model.ts';
import { kindName } from '../../engine/operations.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import type { Example } from './entities.ts';
import { inStage, otherStages } from './other-stages.ts';
import type { SimulatedTarget, Taken } from './simulated-target.ts';
import { subjectOf } from './transfer-faults.ts';

/** What the audit of a machine shows of one stage. */
export interface StageRow {
  readonly stage: string;
  /** By step of the audit, how many other stages it is the first to tell from this one. */
  readonly told: ReadonlyMap<string, number>;
  /** Stages that the whole audit does not tell from this one. */
  readonly merged: readonly string[];
  /** How many stages are not compared, since nothing which leads to this one can be taken for one of them. */
  readonly apart: number;
}

/** Of each stage that sequences lead to, on the shortest way to it: which steps of the machine's audit tell it from which other stages. */
export function stageTable<S>(
  target: SimulatedTarget<S>,
  sequences: readonly Sequence[],
): readonly StageRow[] {
  const shortest = new Map<string, { readonly steps: readonly Taken<S>[]; readonly one: Taken<S> }>();
  const examples: Map<string, Example<S>> = new Map();
  for (const taken of sequences.map((sequence) => target.taken(sequence)))
    for (const [at, one] of taken.entries()) {
      if (one.becomes === undefined || one.entity === undefined) continue;
      const name = `${subjectOf(one)}: ${one.becomes}`;
      if ((shortest.get(name)?.steps.length ?? Infinity) <= at + 1) continue;
      shortest.set(name, { steps: taken.slice(0, at + 1), one });
      examples.set(one.becomes, { state: one.after, key: one.entity.key });
    }
  const audited = auditing(target.machine, seededRandom(1), {});
  return [...shortest.values()].map(({ steps, one }) => {
    const stage = one.becomes ?? '';
    const sequence = steps.map(({ step }) => step);
    const audit = audited({ steps: sequence, goals: [], requests: 0 }).steps.slice(sequence.length);
    const own = otherStages(target, steps, steps.length - 1);
    const told = new Map<string, number>();
    const merged: string[] = [];
    let apart = 0;
    const fault = { stage: '', operation: '', outcome: '', right: stage };
    for (const other of shortest.values()) {
      const { becomes: wrong = '' } = other.one;
      if (wrong === stage || subjectOf(other.one) !== subjectOf(one)) continue;
      const state = inStage(target, one, wrong, { own, examples });
      const isTold = (upTo: number): boolean =>
        state !== undefined && target.tells(audit.slice(0, upTo), one.after, state, { ...fault, wrong });
      const first = audit.findIndex((_, at) => isTold(at + 1));
      const step = audit[first];
      if (state === undefined) apart += 1;
      else if (step === undefined) merged.push(wrong);
      else told.set(kindName(step), (told.get(kindName(step)) ?? 0) + 1);
    }
    return { stage, told, merged, apart };
  });
}

/** The table of a machine in Markdown. */
export function stageTableText(name: string, rows: readonly StageRow[]): string {
  const lines = rows
    .toSorted((one, other) => (one.stage < other.stage ? -1 : 1))
    .map(({ stage, told, merged, apart }) => {
      const by = [...told].map(([step, count]) => `${step}: ${count}`).join(', ');
      return `| ${stage} | ${by} | ${merged.join('; ')} | ${apart === 0 ? '' : apart} |`;
    });
  return [
    `## ${name}: ${rows.length} stages`,
    '',
    '| stage | steps of the audit, and how many other stages each is the first to tell | not told from | not compared |',
    '| ----- | ----- | ----- | ----: |',
    ...lines,
    '',
  ].join('\n');
}
