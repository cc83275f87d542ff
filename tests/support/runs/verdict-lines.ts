import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
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

/** Expects of a run what its line says, and that no words of it are without its scope where anything was left out. */
export function expectAsLine(line: VerdictLine, { certificate, exit, badge }: Shown): void {
  const { verdict, rest } = verdictWords(certificate);
  const isBare = line.missing === 'nothing';
  expect({ verdict, exit, colour: badge.color }).toEqual({
    verdict: isBare ? line.verdict : (expect.stringContaining(line.verdict) as string),
    exit: line.exit,
    colour: line.colour,
  });
  expect(verdict.startsWith(line.verdict)).toBe(true);
  expect(badge.message.startsWith(line.badge)).toBe(true);
  expect(certificate.scope?.complete).toBe(isBare);
  // The one place where no more may stand.
  expect([verdict, rest, badge.message].includes('conformant')).toBe(isBare);
}
