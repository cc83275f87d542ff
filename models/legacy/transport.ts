import type { Breach } from '../../engine/model.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { transportRules as rules } from '../../spec/legacy/transport.ts';

/** What a server made of a handshake that offered one old version and nothing newer. */
export type SslAnswer = 'accepted' | 'refused';

/** The signature algorithm of a certificate, by object identifiers. */
export interface SignatureAlgorithm {
  readonly algorithm: string;
  /** Where the algorithm leaves the hash to its parameters. */
  readonly hash?: string | undefined;
}

/** What handshakes have shown. Absent: not known. */
export interface Transport {
  readonly ssl2?: SslAnswer | undefined;
  readonly ssl3?: SslAnswer | undefined;
  readonly signature?: SignatureAlgorithm | undefined;
}

/** RSASSA-PSS, whose parameters name the hash: SHA-1 where they name none (RFC 4055). */
const pss = '1.2.840.113549.1.1.10';
const sha1 = '1.3.14.3.2.26';

/** Signatures under SHA-2 (RFC 4055, 5758, 8410): RSA, ECDSA, DSA, and Ed25519, which is built on SHA-512. */
const sha2Signatures = new Set([
  ...[11, 12, 13, 14, 15, 16].map((one) => `1.2.840.113549.1.1.${one}`),
  ...[1, 2, 3, 4].map((one) => `1.2.840.10045.4.3.${one}`),
  ...[1, 2, 3, 4].map((one) => `2.16.840.1.101.3.4.3.${one}`),
  '1.3.101.112',
]);
const sha2Hashes = new Set([1, 2, 3, 4, 5, 6].map((one) => `2.16.840.1.101.3.4.2.${one}`));

/** Those that are known to be under another hash. One that is in no table is not judged. */
const otherSignatures: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.1.1.2', 'RSA with MD2'],
  ['1.2.840.113549.1.1.4', 'RSA with MD5'],
  ['1.2.840.113549.1.1.5', 'RSA with SHA-1'],
  ['1.3.14.3.2.29', 'RSA with SHA-1'],
  ['1.2.840.10040.4.3', 'DSA with SHA-1'],
  ['1.3.14.3.2.27', 'DSA with SHA-1'],
  ['1.2.840.10045.4.1', 'ECDSA with SHA-1'],
]);
const otherHashes: ReadonlyMap<string, string> = new Map([
  [sha1, 'RSASSA-PSS with SHA-1'],
  ['1.2.840.113549.2.5', 'RSASSA-PSS with MD5'],
]);

/** Judges the transport (legacy, Authentication). SSL 1 was never published, so no server can offer it. */
export function judgeTransport({ ssl2, ssl3, signature }: Transport): {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
} {
  const evidence: string[] = [];
  const breaches: Breach[] = [];
  const broken = ({ id: rule }: Requirement, expected: string, received: string) =>
    breaches.push({ rule, expected, received });
  const accepted = Object.entries({ 'SSL 2': ssl2, 'SSL 3': ssl3 }).flatMap(([version, answer]) =>
    answer === 'accepted' ? [version] : [],
  );
  if (accepted.length > 0)
    broken(
      rules.noSsl,
      'no ServerHello to a handshake in SSL 2 or SSL 3',
      `one in ${accepted.join(' and ')}`,
    );
  else if (ssl2 === 'refused' && ssl3 === 'refused') evidence.push(rules.noSsl.id);
  if (signature !== undefined) {
    const { algorithm } = signature;
    const hash = signature.hash ?? sha1;
    const isSha2 = algorithm === pss ? sha2Hashes.has(hash) : sha2Signatures.has(algorithm);
    const other = algorithm === pss ? otherHashes.get(hash) : otherSignatures.get(algorithm);
    if (isSha2) evidence.push(rules.sha2.id);
    else if (other !== undefined) broken(rules.sha2, 'a certificate signed under SHA-2', other);
  }
  return { evidence, breaches };
}
