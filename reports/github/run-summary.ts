import type { Certificate } from '../certificate/certificate-schema.ts';
import { pluralize, grouped, plain, rowVerdictWords, verdictLine, underWayText } from '../words/plain.ts';
import type { RunSummary } from '../journal/summary.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import { causesOf, type Cause } from '../words/causes.ts';
import type { Register } from '../register.ts';
import { replayCommand } from '../words/replay-command.ts';
import { nightLine, reachOf, shortText } from '../nightly/nightly-text.ts';

export type Level = 'error' | 'warning' | 'notice';

/** What GitHub shows above a run of a workflow. Texts may be a target's. */
export interface Annotation {
  readonly level: Level;
  readonly title: string;
  readonly message: string;
}

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
  const underWay = underWayText(certificate);
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
      `${pluralize(totals.requests, 'request')}, ${pluralize(totals.sequences, 'sequence')}, ${(certificate.duration_ms / 1000).toFixed(1)} s; seed ${certificate.seed}.${underWay === undefined ? '' : ` Requests under way: ${underWay}.`} The run is in ${code(dir)}: ${code('report.html')} has all of it.`,
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
  return [
    '### Violations',
    '',
    ...listed(causes.map((cause) => violation(cause, dir, summary.run.chosen))),
    '',
  ];
}

function violation(
  { row, title, failures, steady }: Cause,
  dir: string,
  chosen: RunSummary['run']['chosen'],
): string {
  const [first] = failures;
  const more = failures.length > 1 ? `, shown by ${pluralize(failures.length, 'sequence')}` : '';
  const where = row === undefined ? '' : ` (${words(`${row.document}, ${row.section}`)})`;
  const doubt = steady ? '' : ' _Not seen each time: it does not accuse the target._';
  const lines = [
    `- **${code(row?.id ?? title)}**${where}${more}${doubt}`,
    ...(first === undefined
      ? []
      : [words(first.record.summary), code(replayCommand(dir, first.record.reproduction, chosen))]),
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

/** Longest text of one item. */
const longest = 300;

/**
 * A text as code of GitHub's Markdown, whatever a target wrote into it: what has a meaning in Markdown or HTML is an entity, and within `code` no user
 * is mentioned and nothing is linked.
 */
function code(text: string): string {
  return `<code>${entities(plain(text, longest))}</code>`;
}

/** A text of ours that names what may be a target's, such as a reason. It may be read as Markdown nowhere. */
function words(text: string): string {
  // A zero-width non-joiner keeps GitHub from a mention; it is not seen.
  return entities(plain(text, longest)).replaceAll('&#64;', '&#64;&#8204;');
}

/** A table of cells that are Markdown already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line), ''];
}

/** Lines that fit so many bytes; what is left out is said. */
function fitting(lines: readonly string[], mostBytes: number): string {
  const end = '\n_The rest did not fit: the page of the run has it._\n';
  let text = '';
  let bytes = Buffer.byteLength(end);
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > mostBytes) return bytes - Buffer.byteLength(line) - 1 > mostBytes ? '' : `${text}${end}`;
    text += `${line}\n`;
  }
  return text;
}

/** ASCII that is no letter, digit or blank. Each as a number, so that neither a block, a link nor a tag begins. */
function entities(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, (char) => `&#${char.charCodeAt(0)};`);
}

const ofRun = { conformant: 'notice', nonconformant: 'error', inconclusive: 'warning' } as const;
const ofNight = { quiet: 'notice', alarm: 'error', inconclusive: 'warning' } as const;

/** The verdict of a run in one line; of a night, what the night says, for its exit status follows that. */
export function headline(certificate: Certificate, night: Nightly | undefined): Annotation {
  if (night === undefined)
    return { level: ofRun[certificate.verdict], title: 'payproof', message: verdictLine(certificate) };
  const short = shortText(night);
  return {
    // No tick stands before what was not tried.
    level: night.verdict === 'quiet' && short !== undefined ? 'warning' : ofNight[night.verdict],
    title: 'payproof nightly',
    message: nightLine(night, reachOf(night, night), short),
  };
}

/** What later steps of a job can read of a run; `action.yml` declares the same. */
export function runOutputs(
  { verdict, scope, requirements, failures, totals }: Certificate,
  night: Nightly | undefined,
  { exit, dir }: { readonly exit: number; readonly dir: string },
): Readonly<Record<string, string>> {
  const count = (is: Certificate['requirements'][number]['verdict']) =>
    String(requirements.filter((row) => row.verdict === is).length);
  return {
    verdict,
    night: night?.verdict ?? '',
    'exit-code': String(exit),
    dir,
    passed: count('pass'),
    failed: count('fail'),
    warned: count('warn'),
    untested: count('untested'),
    'not-applicable': count('not_applicable'),
    violations: String(failures.filter(({ flaky }) => !flaky).length),
    requests: String(totals.requests),
    complete: String(scope?.complete === true),
  };
}

/** Outputs as lines of the file that GITHUB_OUTPUT names. `delimiter`: a text that no value holds. */
export function outputLines(outputs: Readonly<Record<string, string>>, delimiter: string): string {
  return Object.entries(outputs)
    .map(([name, value]) =>
      /[\r\n]/.test(value) ? `${name}<<${delimiter}\n${value}\n${delimiter}\n` : `${name}=${value}\n`,
    )
    .join('');
}
