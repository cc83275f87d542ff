import type { Target } from '../../../harness/settings/settings.ts';
import { WRONG_KEY } from '../../../harness/wire/request.ts';
import { isMask } from '../../../harness/secrets/masks.ts';
import { swappedCase } from '../../../harness/wire/checksum.ts';
import type { ApiCall, Credential } from '../../../models/wire.ts';

/**
 * How a recorded request authenticates; undefined: by a key of which nothing is known, such as another merchant's; `masked`: it was
 * hidden. The keys stand as they were sent, or as our journals describe them (legacy, Authentication 1; resource, Authentication 2 and 3).
 */
export function credentialOf(
  header: string | undefined,
  to: ApiCall['to'],
  target: Target,
): Credential | 'masked' | undefined {
  if (header === undefined) return 'missing';
  const [, scheme = '', sent = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  const own = to === 'legacy' ? 'API_KEY' : 'SECRET_KEY';
  if (isMask(header) || isMask(scheme === '' ? header : sent)) return 'masked';
  const { legacy, resource } = target;
  const keys = { API_KEY: legacy?.apiKey, SECRET_KEY: resource?.secretKey };
  const key = keys[own];
  if (scheme.toLowerCase() !== 'bearer')
    return sent === key || sent === `<${own}>` ? 'other-scheme' : undefined;
  if (sent === key || sent === `<${own}>`) return 'valid';
  const described = descriptions.find(([, text]) => sent === `<${own} ${text}>`);
  if (described !== undefined) return described[0];
  if (sent === WRONG_KEY) return 'wrong';
  if (sent === '<PUBLIC_KEY>' || (resource?.publicKey !== undefined && sent === resource.publicKey))
    return 'public';
  const other = to === 'legacy' ? 'SECRET_KEY' : 'API_KEY';
  if (sent === `<${other}>` || (keys[other] !== undefined && sent === keys[other])) return 'other-interface';
  return key === undefined ? undefined : nearly(sent, key);
}

/** What our journals say of a key that is nearly right. */
const descriptions: readonly (readonly [Credential, string])[] = [
  ['cut', 'without its last character'],
  ['longer', 'and a 0 at its end'],
  ['other-case', 'with its letters in the other case'],
];

function nearly(sent: string, right: string): Credential | undefined {
  if (sent === right.slice(0, -1)) return 'cut';
  if (sent === `${right}0`) return 'longer';
  return sent === swappedCase(right) ? 'other-case' : undefined;
}
