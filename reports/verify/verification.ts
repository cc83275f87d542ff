import type { Certificate } from '../certificate/certificate-schema.ts';
import { verdictLine } from '../words/plain.ts';

/** Something that is not as it was when the run was written. */
export interface Fault {
  readonly file: string;
  /** The row, the line or the field in it. */
  readonly row?: string;
  /** What is wrong, with the file or the row as its subject. */
  readonly what: string;
}

/** What came of looking at a run. */
export interface Verification {
  /** Nothing is wrong. It says nothing of the verdict on the target. */
  readonly accepted: boolean;
  readonly faults: readonly Fault[];
  /** What was compared, in words. */
  readonly checked: readonly string[];
  /** What could not be compared, and why. */
  readonly unchecked: readonly string[];
  /** Page, reproductions, badge and certificate were made again from the journal and compared. */
  readonly remade: boolean;
  /** The certificate as it was read; absent where it can't be. */
  readonly certificate?: Certificate;
  /** The fingerprint of the key of a signature that fits. */
  readonly signedBy?: string;
}

/** What is found on the way. */
export interface Findings {
  readonly faults: Fault[];
  readonly checked: string[];
  readonly unchecked: string[];
}

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
    ...(certificate === undefined ? [] : aboutLines(certificate, found.signedBy)),
    ...(accepted && certificate !== undefined ? [`its verdict: ${verdictLine(certificate)}`] : []),
    accepted ? `${name} is accepted` : `${name} is rejected`,
  ];
  return lines.join('\n');
}

/** When and against what the run was made, and who vouches for it: an old certificate, or that of another server, may be genuine too. */
function aboutLines(
  { started_at: startedAt, target: { endpoints = [] } }: Certificate,
  signedBy: string | undefined,
): readonly string[] {
  return [
    `run began  ${startedAt}`,
    ...endpoints.map((one) => {
      const said = [
        ...(one.version === undefined ? [] : [`version ${one.version}`]),
        ...(typeof one.server === 'string' ? [`server "${one.server}"`] : []),
        ...(typeof one.build === 'string' ? [`build "${one.build}"`] : []),
      ];
      return `${one.interface.padEnd(9)}  ${[one.url, ...said].join(', ')}`;
    }),
    `signed by  ${signedBy ?? 'nobody whose signature fits'}`,
  ];
}

/** `certificate.json, legacy.capture.full-closes: verdict: the certificate says pass, the journal shows fail`. */
export function faultText({ file, row, what }: Fault): string {
  if (row === undefined) return `${file}: ${what}`;
  return `${file}, ${row}: ${what}`;
}
