import type { TranscriptLine } from '../../harness/records/failure-record.ts';
import { legacyIds } from '../../spec/operations.ts';
import { isObject } from '../../spec/forms.ts';

/** What a step names. */
type Role = 'payment' | 'capture' | 'token';

/** The operations that make something, and the field of their answer that shows it. An id is shown wherever something was made. */
const makers: Readonly<Record<string, readonly { readonly role: Role; readonly idIn: string }[]>> = {
  authorize: [{ role: 'payment', idIn: legacyIds.payment }],
  'adopt-payment': [{ role: 'payment', idIn: legacyIds.payment }],
  create: [{ role: 'payment', idIn: 'id' }],
  'issue-payment': [{ role: 'payment', idIn: 'id' }],
  capture: [
    { role: 'capture', idIn: legacyIds.capture },
    { role: 'capture', idIn: 'captures' },
  ],
  'issue-token': [{ role: 'token', idIn: 'id' }],
  'adopt-token': [{ role: 'token', idIn: 'id' }],
};

/** What a step uses, as text: `payment#1`, the first payment that the sequence made. */
export function usesText(line: TranscriptLine, transcript: readonly TranscriptLine[]): string {
  return Object.entries(line.uses)
    .map(([role, maker]) => `${role}#${ordinal(role, maker, transcript)}`)
    .join(' ');
}

/** Counts the steps that made something for this role, used later or not, in the order in which they ran. */
function ordinal(role: string, maker: string, transcript: readonly TranscriptLine[]): number {
  const used = new Set(transcript.map(({ uses }) => uses[role]));
  const made = transcript.filter((line) => used.has(line.step) || hasMade(line, role));
  return made.findIndex(({ step }) => step === maker) + 1;
}

/** Whether a step has made something for a role, by its answer. One that was lost is counted where a later step uses what it made. */
function hasMade({ operation, http, reply }: TranscriptLine, role: string): boolean {
  if (http !== undefined && (http < 200 || http >= 300)) return false;
  const own = Object.hasOwn(makers, operation) ? makers[operation] : undefined;
  return own?.some((one) => one.role === role && isObject(reply) && hasId(reply[one.idIn])) === true;
}

const hasId = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0);
