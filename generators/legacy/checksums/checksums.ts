import type { Attempt } from '../../../engine/model.ts';
import type { LegacyState } from '../../../models/legacy/payment/state.ts';
import type { ChecksumRecipe } from '../../../models/wire.ts';
import type { Mutation, Mutations } from '../../request-mutations.ts';

const mutated =
  (mutation: NonNullable<ChecksumRecipe['spoil']>, encoding?: ChecksumRecipe['encoding']): Mutation =>
  (call) =>
    call.checksum === undefined
      ? call
      : { ...call, checksum: { ...call.checksum, ...(encoding && { encoding }), spoil: mutation } };

/** The simplest wrong checksum: right in form, made with another secret. */
export const ofAnotherSecret = 'checksum with another secret';

/** Checksums that do not match: each must be refused. */
export const wrongChecksums = {
  'checksum missing': mutated('missing'),
  'checksum null': mutated('null'),
  'checksum empty': mutated('empty'),
  'checksum garbled': mutated('garbage'),
  [ofAnotherSecret]: mutated('wrong-secret'),
  'checksum cut off': mutated('truncated'),
  // Some base64 decoders skip what follows the padding, so only in hex it is surely wrong.
  'checksum with more at its end': mutated('extended', 'hex'),
  'checksum right in its first half': mutated('first-half'),
  'checksum right in its second half': mutated('second-half'),
  'base64 in the other case': mutated('swapped-case', 'base64'),
} as const satisfies Mutations;

/** Checksums that may be accepted or not: how strictly encodings are read is not shown. One operation is enough to try each. */
export const openChecksums = {
  'checksum in capitals': mutated('upper-case', 'hex'),
  'base64 for URLs': mutated('url-safe', 'base64'),
} as const satisfies Mutations;

const negative = { negative: true, weight: 0.05 } as const;
const borrowed: ReadonlySet<string> = new Set(['checksum of another payment', 'checksum of its capture']);

/** Whether a kind of attempt has the checksum of something else that was made before. */
export const isBorrowed = (kind: string): boolean => borrowed.has(kind);

/** The attempts to send a request about a payment with the checksum of something else: of another payment, and of a capture of its own. */
export function borrowedChecksums(
  payment: string,
  { payments, captures }: Pick<LegacyState, 'payments' | 'captures'>,
): readonly Attempt[] {
  const other = Object.keys(payments).find((candidate) => candidate !== payment);
  const capture = Object.entries(captures).find(([, made]) => made.payment === payment)?.[0];
  return [
    { kind: 'checksum of nothing', uses: { payment }, ...negative },
    ...(other === undefined
      ? []
      : [{ kind: 'checksum of another payment', uses: { payment, other }, ...negative }]),
    ...(capture === undefined
      ? []
      : [{ kind: 'checksum of its capture', uses: { payment, capture }, ...negative }]),
  ];
}
