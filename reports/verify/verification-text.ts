import { verdictLine } from '../words/verdict-words.ts';
import type { Fault, Verification } from './verification.ts';

/** Faults that are printed; --json has all. */
const mostPrinted = 60;

/** What a person reads of a verification: what is wrong or was compared, what could not be, and last whether it is accepted. */
export function verificationText(found: Verification, name: string): string {
  const { faults, checked, unchecked, certificate, accepted } = found;
  const more = faults.length > mostPrinted ? [`✗ and ${faults.length - mostPrinted} more`] : [];
  const lines = [
    ...faults.slice(0, mostPrinted).map((fault) => `✗ ${faultText(fault)}`),
    ...more,
    ...(accepted ? checked.map((what) => `✓ ${what}`) : []),
    ...unchecked.map((what) => `– not checked: ${what}`),
    ...(accepted && certificate !== undefined ? [`its verdict: ${verdictLine(certificate)}`] : []),
    accepted ? `${name} is accepted` : `${name} is rejected`,
  ];
  return lines.join('\n');
}

/** `certificate.json, row legacy.capture.full-closes: verdict: the certificate says pass, the journal shows fail`. */
export function faultText({ file, row, what }: Fault): string {
  if (row === undefined) return `${file}: ${what}`;
  return `${file}, row ${row}: ${what}`;
}
