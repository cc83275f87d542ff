import type { Target } from '../../../harness/settings/settings.ts';
import { isMask } from '../../../harness/secrets/masks.ts';
import type { ApiCall } from '../../../models/wire.ts';
import type { Credential } from '../../../spec/wire-names.ts';
import { credentialIn, wrongKey } from '../../../spec/wire-variants.ts';

/**
 * How a recorded request authenticates; undefined: by a key of which nothing is known, such as another merchant's; `masked`: it was
 * hidden. The keys stand as they were sent, or as our journals describe them (legacy, Authentication 1; resource, Authentication 2 and 3).
 */
export function credentialOf(
  header: string | undefined,
  to: ApiCall['to'],
  { legacy, resource }: Target,
): Credential | 'masked' | undefined {
  if (header === undefined) return 'missing';
  if (isMask(header) || isMask(header.replace(/^\S+\s+/, ''))) return 'masked';
  const keys = [legacy?.apiKey, resource?.secretKey];
  const [own, other] = to === 'legacy' ? keys : keys.toReversed();
  return credentialIn(header, to, { own, other, public: resource?.publicKey, unissued: wrongKey });
}
