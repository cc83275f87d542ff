import type { Certificate } from '../certificate/certificate-schema.ts';
import { counted } from '../words/counted.ts';
import type { RunSummary } from '../journal/summary.ts';
import type { Nightly } from '../nightly/nightly-schema.ts';
import { type Cause, causesOf } from '../page/violations/causes.ts';
import type { Register } from '../register.ts';
import type { Annotation } from './commands.ts';
import { headline } from './headline.ts';

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
  const more = failures.length > 1 ? ` (${counted(failures.length, 'sequence')} show it)` : '';
  const because = row === undefined ? '' : `; ${row.document}, ${row.section}: ${row.text}`;
  const doubt = steady ? '' : ' Not seen each time: it accuses nobody.';
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
