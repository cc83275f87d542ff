import type { CertifiedRequirement } from '../certificate/certificate-schema.ts';

/** What is said of a row whose evidence was all found in sequences that had broken another rule before; undefined of any other. */
export function behindText({ behind }: Pick<CertifiedRequirement, 'behind'>): string | undefined {
  return behind === undefined
    ? undefined
    : `all its evidence was found behind violations of ${behind.join(', ')}`;
}
