import { readFileSync } from 'node:fs';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import type { Badge } from '../../../reports/ci/badge.ts';
import { verdictWords } from '../../../reports/words/plain.ts';

/** A line of the table of docs/verdicts.md: what is missing in a run, and what it ends with. */
export interface VerdictLine {
  readonly missing: string;
  /** How its words begin. */
  readonly verdict: string;
  readonly exit: number;
  readonly colour: string;
  /** How the words of its badge begin. */
  readonly badge: string;
}

/** The lines of the table that readers have, so that no test can expect another one. */
export const verdictLines: readonly VerdictLine[] = readFileSync(
  new URL('../../../docs/verdicts.md', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => {
    const [, missing = '', verdict = '', exit = '', badge = ''] = line.split(/ *\| */);
    const [colour = '', words = ''] = badge.split(': ');
    return { missing, verdict, exit: Number(exit), colour, badge: words };
  });

interface Shown {
  readonly certificate: Certificate;
  readonly exit: number | null;
  readonly badge: Badge;
}

/** How a run ends otherwise than its line says, or has words without its scope where anything was left out; empty: it does not. */
export function differencesFromLine(
  line: VerdictLine,
  { certificate, exit, badge }: Shown,
): readonly string[] {
  const { verdict, rest } = verdictWords(certificate);
  const isBare = line.missing === 'nothing';
  const must = (holds: boolean, what: string): readonly string[] => (holds ? [] : [what]);
  return [
    ...must(
      isBare ? verdict === line.verdict : verdict.startsWith(line.verdict),
      `the verdict is "${verdict}"`,
    ),
    ...must(exit === line.exit, `the exit status is ${exit}`),
    ...must(badge.color === line.colour, `the badge is ${badge.color}`),
    ...must(badge.message.startsWith(line.badge), `the badge says "${badge.message}"`),
    ...must(
      certificate.scope?.complete === isBare,
      `scope.complete is ${certificate.scope?.complete}: ${certificate.scope?.narrowed_by.map(({ what }) => what).join('; ')}`,
    ),
    // The one place where no more may stand.
    ...must([verdict, rest, badge.message].includes('conformant') === isBare, 'a bare "conformant" stands in it'),
  ];
}
