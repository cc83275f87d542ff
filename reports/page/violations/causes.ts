import { grouped } from '../../words/grouped.ts';
import type { Failure } from '../../journal/summary.ts';
import type { Register } from '../../register.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import { anchorOf } from '../anchor.ts';

/** The violations of one requirement, which have one cause as far as a run can tell. */
export interface Cause {
  /** What a link points to: `violation-legacy.capture.full-closes`. */
  readonly anchor: string;
  /** The requirement that the card is about; absent where a violation names none that the register has. */
  readonly row: Requirement | undefined;
  /** In words, where there is no requirement. */
  readonly title: string;
  /** What its sequences break beside it. */
  readonly also: readonly string[];
  readonly failures: readonly Failure[];
  /** Whether one of them accuses the target. */
  readonly steady: boolean;
}

/** The violations by cause, the steady ones first: one for each requirement, however many sequences show it. */
export function causesOf(failures: readonly Failure[], { requirements }: Register): readonly Cause[] {
  const shared = new Map<string, number>();
  for (const { record } of failures)
    for (const id of record.requirement) shared.set(id, (shared.get(id) ?? 0) + 1);
  /** Of several requirements the one that most violations name, so that one cause stays together. */
  const mainOf = ({ record }: Failure): string =>
    record.requirement.toSorted((a, b) => (shared.get(b) ?? 0) - (shared.get(a) ?? 0))[0] ?? record.summary;
  const causes = [...grouped(failures, mainOf)].map(([name, members], index): Cause => {
    const row = requirements.find(({ id }) => id === name);
    return {
      // A name that the register does not know may be any text.
      anchor: row === undefined ? `violation-${index + 1}` : anchorOf('violation', row.id),
      row,
      title: row?.text ?? name,
      also: [...new Set(members.flatMap(({ record }) => record.requirement))].filter((id) => id !== name),
      failures: members.toSorted((a, b) => Number(a.record.flaky) - Number(b.record.flaky)),
      steady: members.some(({ record }) => !record.flaky),
    };
  });
  return causes.toSorted((a, b) => Number(b.steady) - Number(a.steady));
}

/** By requirement, the anchor of the card that shows how it is broken: its own, or one whose sequences break it too. */
export function cardsOf(causes: readonly Cause[]): ReadonlyMap<string, string> {
  return new Map([
    ...causes.flatMap(({ also, anchor }) => also.map((id) => [id, anchor] as const)),
    ...causes.flatMap(({ row, anchor }) => (row === undefined ? [] : [[row.id, anchor] as const])),
  ]);
}
