import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { jsonIn } from '../../harness/files/bounded-json.ts';
import { jsonText } from '../files/json-text.ts';
import { publicText } from './keys.ts';

/** Shape of `<out>/manifest.sig`. */
const signatureSchema = z.object({
  schema: z.literal(1),
  algorithm: z.literal('Ed25519'),
  /** Whose signature it is: SPKI, base64. */
  public_key: z.string(),
  /** Of the bytes of `manifest.json`, base64. */
  signature: z.string(),
});

/** The text of the signature file of a manifest. */
export function signatureText(manifest: string, privateKey: KeyObject): string {
  return jsonText({
    schema: 1,
    algorithm: 'Ed25519',
    public_key: publicText(privateKey),
    signature: sign(null, Buffer.from(manifest), privateKey).toString('base64'),
  });
}

/** More than a signature has. */
const mostLevels = 4;

/** Whose key signed a manifest; or what is wrong with the signature, in words. */
export function signerOf(
  text: string,
  manifest: Uint8Array,
): { readonly publicKey: string } | { readonly wrong: string } {
  const parsed = signatureSchema.safeParse(parsedJson(text));
  if (!parsed.success) return { wrong: 'is no signature file of payproof' };
  const { public_key: publicKey, signature } = parsed.data;
  // One text only stands for a signature, so that no byte of it can change unnoticed.
  if (jsonText(parsed.data) !== text || inBase64(signature) !== signature)
    return { wrong: 'is not as payproof wrote it' };
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType === 'ed25519' && publicText(key) === publicKey)
      return verify(null, manifest, key, Buffer.from(signature, 'base64'))
        ? { publicKey }
        : { wrong: 'is not the signature of this manifest.json' };
  } catch {
    // It is no key at all.
  }
  return { wrong: 'names no Ed25519 key' };
}

function inBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('base64');
}

function parsedJson(text: string): unknown {
  const found = jsonIn(text, mostLevels);
  return 'value' in found ? found.value : undefined;
}
