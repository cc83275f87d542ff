import { accusation } from './accusation.ts';
import { grouped } from './plain.ts';
import type { Failure, RunSummary } from '../journal/summary.ts';
import { anchorOf } from '../page/html.ts';
import type { Register } from '../register.ts';
import { firstTimeline } from '../timeline/letters.ts';
import type { Requirement } from '../../spec/requirement.ts';

/** The violations of one requirement, which have one cause as far as a run can see. */
export interface Cause {
  /** What a link points to: `violation-legacy.capture.full-closes`. */
  readonly anchor: string;
  /** The requirement that it is about; absent where a violation names none that the register has. */
  readonly row: Requirement | undefined;
  /** In words, where there is no requirement. */
  readonly title: string;
  /** What its sequences break beside it. */
  readonly also: readonly string[];
  /** The sequence to read first is the first: one that fails each time before others, a short one before a long one. */
  readonly failures: readonly Failure[];
  /** Whether one of them accuses the target. */
  readonly steady: boolean;
}

/** The violations by cause, the steady ones first: one for each requirement, however many sequences show it. */
export function causesOf(
  failures: readonly Failure[],
  { requirements }: Pick<Register, 'requirements'>,
): readonly Cause[] {
  /** In the order in which they were met, so that two that are named as often have one order for all. */
  const shared = new Map<string, number>();
  for (const { record } of failures)
    for (const id of record.requirement) shared.set(id, (shared.get(id) ?? 0) + 1);
  const ranks = [...shared.keys()].toSorted((a, b) => (shared.get(b) ?? 0) - (shared.get(a) ?? 0));
  /** Of several requirements the one that most violations name, so that one cause stays together. */
  const mainOf = ({ record }: Failure): string =>
    ranks.find((id) => record.requirement.includes(id)) ?? record.summary;
  const causes = [...grouped(failures, mainOf)].map(([name, members], index): Cause => {
    const row = requirements.find(({ id }) => id === name);
    return {
      // A name that the register does not know may be any text.
      anchor: row === undefined ? `violation-${index + 1}` : anchorOf('violation', row.id),
      row,
      title: row?.text ?? name,
      also: [...new Set(members.flatMap(({ record }) => record.requirement))].filter((id) => id !== name),
      failures: members.toSorted(
        ({ record: one }, { record: other }) =>
          Number(one.flaky) - Number(other.flaky) || one.steps - other.steps,
      ),
      steady: members.some(({ record }) => !record.flaky),
    };
  });
  return causes.toSorted((a, b) => Number(b.steady) - Number(a.steady));
}

/**
 * Violations for a terminal and for other plain texts, one block for each cause: its shortest sequence, the rows that it breaks, and how many
 * sequences more show it. `dir`: the run's folder as the reader would type it.
 */
export function causeTexts(
  failures: readonly Failure[],
  { register, dir, run }: { readonly register: Register; readonly dir: string } & Pick<RunSummary, 'run'>,
): readonly string[] {
  return causesOf(failures, register).flatMap(({ row, also, failures: [first, ...others] }) =>
    first === undefined
      ? []
      : accusation(first.record, register, dir, {
          timeline: firstTimeline(first, { run }),
          rows: row === undefined ? first.record.requirement : [row.id, ...also],
          more: others.length,
          chosen: run.chosen,
        }),
  );
}
