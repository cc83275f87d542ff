import { checksum } from '../../../harness/wire/checksum.ts';
import { isMask } from '../../../harness/secrets/masks.ts';
import { at } from '../../../models/checks.ts';
import {
  authorizeMaterial,
  authorizeMaterialRounded,
} from '../../../models/legacy/replies/authorize-material.ts';
import type { ChecksumRecipe } from '../../../models/wire.ts';
import { checksumCorruptions, checksumVariants, isMade, mayBeRight } from '../../../spec/wire-variants.ts';

import { type LegacyOperationName, legacyOperations } from '../../../spec/operations.ts';

/** What a recorder has left out of all requests or all replies: it was not seen, and is taken as it should be. */
export interface LeftOut {
  /** No request has a key: there is none anywhere, or each is masked. */
  readonly credentials?: 'absent' | 'masked';
  /** No checksum is known to be right: each is masked, or made with another secret than that of the settings. */
  readonly checksums?: 'masked' | 'other secret';
  /** No reply names its content type. */
  readonly types?: 'absent';
  /** Credentials are judged as they stand, masks included. */
  readonly isAsRecorded?: true;
}

const encodings = ['hex', 'base64'] as const;

const made = checksumCorruptions.filter(isMade).filter((name) => name !== 'wrong-secret');
const described = new RegExp(
  `^<checksum (hex|base64) of (secret|a wrong secret) \\+ ([^]*?)(?:, (${made.join('|')}))?>$`,
);

/** The texts of which the checksum of a body may be right (legacy, Authentication 2). */
export function signedTexts(name: LegacyOperationName, body: unknown): readonly string[] {
  if (name === 'authorize') return [authorizeMaterial(body), authorizeMaterialRounded(body)];
  const id = at(body, Object.values(legacyOperations[name].uses));
  return [typeof id === 'string' ? id : ''];
}

/**
 * How the checksum of a recorded body was made: `of` one of these texts, or wrong. It stands as it was sent, or as our journals describe it.
 * Undefined: the body has none. Where nothing is known of any checksum of the recording, each is taken for right.
 */
export function recipeOf(
  body: Readonly<Record<string, unknown>>,
  texts: readonly string[],
  secret: string,
  { checksums }: Pick<LeftOut, 'checksums'> = {},
): ChecksumRecipe | 'masked' | undefined {
  if (!Object.hasOwn(body, 'checksum')) return undefined;
  const sent = body['checksum'];
  const [of = ''] = texts;
  if (checksums !== undefined) return { of, encoding: 'hex' };
  const corrupted = (corruption: NonNullable<ChecksumRecipe['corruption']>): ChecksumRecipe => ({
    of,
    encoding: 'hex',
    corruption,
  });
  const fixed = checksumCorruptions.find((name) => checksumVariants[name].fixed === sent);
  if (fixed !== undefined) return corrupted(fixed);
  if (typeof sent !== 'string') return corrupted('garbage');
  if (isMask(sent)) return 'masked';
  return (
    fromJournal(sent) ??
    recomputed(sent, texts, secret) ??
    corrupted(isFormed(sent) ? 'wrong-secret' : 'garbage')
  );
}

function fromJournal(sent: string): ChecksumRecipe | undefined {
  const [, encoding, secret, of, corruption] = described.exec(sent) ?? [];
  if (encoding === undefined || of === undefined) return undefined;
  const wrong = secret === 'secret' ? (corruption as ChecksumRecipe['corruption']) : 'wrong-secret';
  return {
    of,
    encoding: encoding === 'hex' ? 'hex' : 'base64',
    ...(wrong !== undefined && { corruption: wrong }),
  };
}

function recomputed(sent: string, texts: readonly string[], secret: string): ChecksumRecipe | undefined {
  for (const of of texts)
    for (const encoding of encodings) {
      const recipes = [undefined, ...checksumCorruptions.filter(mayBeRight)].map((corruption) => ({
        of,
        encoding,
        ...(corruption && { corruption }),
      }));
      const found = recipes.find((recipe) => checksum(recipe, secret) === sent);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Whether a text has the form of a SHA-256 in one of the two encodings. */
function isFormed(sent: string): boolean {
  return /^[0-9a-f]{64}$/.test(sent) || /^[A-Za-z0-9+/]{43}=$/.test(sent);
}
