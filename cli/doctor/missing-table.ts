import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { RunRecord } from '../../harness/records/run-record.ts';
import { lacksOf, whyUntestable, type Lack } from '../../reports/certificate/applicable.ts';
import { grouped } from '../../reports/words/plain.ts';
import { allRequirements } from '../../spec/register.ts';

/** What is missing on a target, and the requirements that it unlocks. */
export interface Missing {
  readonly reason: string;
  /** All that must change. */
  readonly lacks: readonly Lack[];
  readonly requirements: readonly string[];
}

/** What is missing for the requirements that can't be tested on this target, most requirements first; what can't be tested over HTTP is left out. */
export function missingFor(run: RunRecord): readonly Missing[] {
  const rows = allRequirements.flatMap((row) => {
    const reason = row.untestable === undefined ? whyUntestable(row, run) : undefined;
    return reason === undefined ? [] : [{ id: row.id, reason, lacks: lacksOf(row, run) }];
  });
  return [...grouped(rows, ({ reason }) => reason)]
    .map(([reason, group]) => ({
      reason,
      lacks: group[0]?.lacks ?? [],
      requirements: group.map(({ id }) => id),
    }))
    .toSorted((one, other) => other.requirements.length - one.requirements.length);
}

const heads = ['requirements', 'what is missing', 'what changes that'] as const;
const gap = '  ';
/** Of what is left beside the first column, the part of the second. */
const missingPart = 0.45;
/** Of no fewer columns a table can be made. */
const leastColumns = 60;

/** The same as a table of so many columns at most. */
export function missingTable(all: readonly Missing[], columns: number): string {
  const [first, ...others] = heads;
  const left = Math.max(leastColumns, columns) - first.length - 2 * gap.length;
  const missingWidth = Math.floor(left * missingPart);
  const widths = [missingWidth, left - missingWidth];
  const rows = all.map(({ lacks, requirements }) => ({
    count: String(requirements.length),
    cells: [lacks.map(({ missing }) => missing), lacks.map(({ give = 'nothing here' }) => give)],
  }));
  return [
    [first, ...others.map((head, at) => padded(head, widths[at] ?? 0))].join(gap).trimEnd(),
    ...rows.flatMap(({ count, cells }) => {
      const wrapped = cells.map((texts, at) =>
        wrapAnsi(texts.join('; and '), widths[at] ?? 0, { hard: true }).split('\n'),
      );
      const height = Math.max(...wrapped.map(({ length }) => length));
      return Array.from({ length: height }, (_, line) =>
        [
          (line === 0 ? count : '').padStart(first.length),
          ...wrapped.map((lines, at) => padded(lines[line] ?? '', widths[at] ?? 0)),
        ]
          .join(gap)
          .trimEnd(),
      );
    }),
  ].join('\n');
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
