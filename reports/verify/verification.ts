import type { Certificate } from '../certificate/certificate-schema.ts';

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
