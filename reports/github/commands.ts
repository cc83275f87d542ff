import type { Annotation } from './run-summary.ts';
import { plain, pluralize } from '../words/plain.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import type { RunSummary } from '../journal/summary.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import { type Cause, causesOf } from '../words/causes.ts';
import type { Register } from '../register.ts';
import { headline } from './run-summary.ts';

/** GitHub shows so many of each level for a step, and leaves the rest out without a word. */
const mostOfLevel = 10;

/** Annotations as workflow commands, one a line; where there are too many of a level, the last one says so. */
export function annotationLines(annotations: readonly Annotation[]): readonly string[] {
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = annotations.filter((one) => one.level === level);
    if (own.length <= mostOfLevel) return own.map(commandOf);
    const shown = own.slice(0, mostOfLevel - 1);
    const rest = own.length - shown.length;
    const message = `${rest} more of this kind: the job summary and the page of the run have them.`;
    return [...shown, { level, title: `and ${rest} more`, message }].map(commandOf);
  });
}

/** Lets the runner take nothing for a command until a line `::TOKEN::`: what is printed may hold texts of a target. */
export function stopLine(token: string): string {
  return `::stop-commands::${token}`;
}

/** Lets it take commands again. */
export function resumeLine(token: string): string {
  return `::${token}::`;
}

function commandOf({ level, title, message }: Annotation): string {
  return `::${level} title=${property(plain(title, 120))}::${data(plain(message))}`;
}

/** As the runner reads it back: https://github.com/actions/toolkit, packages/core/src/command.ts. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** What a run says above the workflow: its verdict, then a line for each requirement that is broken. A night's known deviations are no errors. */
export function runAnnotations(
  certificate: Certificate,
  summary: RunSummary,
  register: Register,
  night: Nightly | undefined,
): readonly Annotation[] {
  const { title, message, level } = headline(certificate, night);
  const deviations = night?.known_deviations ?? [];
  return [
    { level, title, message },
    ...deviations
      .filter(({ state }) => state === 'stale')
      .map(({ requirement }) => ({
        level: 'error' as const,
        title: requirement,
        message: 'A stale deviation: it no longer happens. Take it out of known_deviations.',
      })),
    ...causesOf(summary.failures, register).map((cause) => ofCause(cause, night)),
    ...certificate.warnings.map((text) => ({ level: 'warning' as const, title, message: text })),
  ];
}

function ofCause({ row, title, failures, steady }: Cause, night: Nightly | undefined): Annotation {
  const [first] = failures;
  const said = first?.record.summary ?? title;
  const more = failures.length > 1 ? ` (${pluralize(failures.length, 'sequence')} show it)` : '';
  const because = row === undefined ? '' : `; ${row.document}, ${row.section}: ${row.text}`;
  const doubt = steady ? '' : ' Not seen each time: it does not accuse the target.';
  return {
    level: steady && (night === undefined || isAlarming(failures, night)) ? 'error' : 'warning',
    title: row?.id ?? title,
    message: `${said}${more}${because}${doubt}`,
  };
}

function isAlarming(failures: Cause['failures'], { violations }: Nightly): boolean {
  const alarming = new Set(
    [...violations.new, ...violations.again].flatMap(({ alarm, reproduction }) =>
      alarm ? [reproduction] : [],
    ),
  );
  return failures.some(({ record }) => alarming.has(`reproductions/${record.reproduction}.json`));
}
