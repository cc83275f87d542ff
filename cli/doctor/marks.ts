import type { Finding } from '../../harness/preflight/finding.ts';

/** What stands before a finding on a terminal. */
export const marks: Readonly<Record<Finding['verdict'], string>> = {
  well: '✓',
  note: '–',
  wrong: '✗',
  unreachable: '✗',
};
