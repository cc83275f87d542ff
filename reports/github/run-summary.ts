import type { Certificate } from '../certificate/certificate-schema.ts';
import { counted } from '../words/counted.ts';
import { grouped } from '../words/grouped.ts';
import type { RunSummary } from '../journal/summary.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import { causesOf, type Cause } from '../page/violations/causes.ts';
import { rowVerdictWords } from '../page/rows/row-verdict.ts';
import type { Register } from '../register.ts';
import { headline } from './headline.ts';
import { code, fitting, table, words } from './markdown.ts';

/** Of one kind; the page has them all. */
const mostShown = 50;

const signs = { error: '❌', warning: '⚠️', notice: '✅' } as const;

export interface ToldRun {
  readonly certificate: Certificate;
  readonly summary: RunSummary;
  readonly register: Register;
  readonly night: Nightly | undefined;
  /** The run's folder as a reader would type it. */
  readonly dir: string;
}

/** A run as the Markdown of GitHub's job summary, in so many bytes at most. */
export function runMarkdown(told: ToldRun, mostBytes: number): string {
  const { certificate, night, dir } = told;
  const { level, message, title } = headline(certificate, night);
  const { totals } = certificate;
  return fitting(
    [
      `## ${signs[level]} ${title}: ${code(certificate.target.name)}`,
      '',
      words(message),
      '',
      ...(certificate.scope === undefined ? [] : [`Scope: ${words(certificate.scope.summary)}`, '']),
      ...counts(certificate),
      ...(night === undefined ? [] : nightLines(night)),
      ...violations(told),
      ...untested(certificate),
      `${counted(totals.requests, 'request')}, ${counted(totals.sequences, 'sequence')}, ${(certificate.duration_ms / 1000).toFixed(1)} s; seed ${certificate.seed}. The run is in ${code(dir)}: ${code('report.html')} has all of it.`,
      '',
    ],
    mostBytes,
  );
}

function counts({ requirements }: Certificate): readonly string[] {
  const verdicts = ['pass', 'fail', 'warn', 'untested', 'not_applicable'] as const;
  const rows = [...grouped(requirements, ({ document }) => document)].map(([document, members]) => [
    document,
    ...verdicts.map((verdict) => String(members.filter((row) => row.verdict === verdict).length)),
  ]);
  return table(['requirements', ...verdicts.map((verdict) => rowVerdictWords[verdict])], rows);
}

function nightLines(night: Nightly): readonly string[] {
  const { violations: found, known_deviations: deviations, drifted } = night;
  const deviating = (state: (typeof deviations)[number]['state']) =>
    deviations.filter((one) => one.state === state).length;
  return table(
    ['violations', 'new', 'again', 'gone', 'not tried again', 'flaky', 'known', 'stale', 'drifted'],
    [
      [
        `compared with ${night.compared_with === null ? 'no run' : code(night.compared_with)}`,
        ...[found.new, found.again, found.gone, found.untried, found.flaky].map(({ length }) =>
          String(length),
        ),
        String(deviating('seen')),
        String(deviating('stale')),
        String(drifted.length),
      ],
    ],
  );
}

function violations({ summary, register, dir }: ToldRun): readonly string[] {
  const causes = causesOf(summary.failures, register);
  if (causes.length === 0) return [];
  return ['### Violations', '', ...listed(causes.map((cause) => violation(cause, dir))), ''];
}

function violation({ row, title, failures, steady }: Cause, dir: string): string {
  const [first] = failures;
  const more = failures.length > 1 ? `, shown by ${counted(failures.length, 'sequence')}` : '';
  const where = row === undefined ? '' : ` (${words(`${row.document}, ${row.section}`)})`;
  const doubt = steady ? '' : ' _Not seen each time: it accuses nobody._';
  const lines = [
    `- **${code(row?.id ?? title)}**${where}${more}${doubt}`,
    ...(first === undefined
      ? []
      : [
          words(first.record.summary),
          code(`npx payproof replay ${dir}/reproductions/${first.record.reproduction}.json`),
        ]),
  ];
  return lines.join('<br>');
}

function untested({ requirements }: Certificate): readonly string[] {
  const rows = requirements.filter(({ verdict }) => verdict === 'untested');
  if (rows.length === 0) return [];
  const reasons = [...grouped(rows, ({ reason = '' }) => reason)];
  return [
    '### Not tested',
    '',
    ...listed(reasons.map(([reason, members]) => `- ${members.length} × ${words(reason)}`)),
    '',
  ];
}

function listed(items: readonly string[]): readonly string[] {
  const rest = items.length - mostShown;
  return [...items.slice(0, mostShown), ...(rest > 0 ? [`- … and ${rest} more`] : [])];
}
