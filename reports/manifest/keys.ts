import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readBounded } from '../../harness/files/bounded-file.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { z } from 'zod';
import { jsonIn } from '../../harness/files/bounded-json.ts';
import { jsonText } from '../files/write-atomically.ts';
import { withoutEnd } from '../../spec/forms.ts';

/** Far more than any key takes. */
const mostBytes = 64 * 1024;

/** A new pair of Ed25519 keys in PEM: PKCS #8 and SPKI. */
export function newKeys(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** The private key in a file. Throws a SettingsError when it holds none that signs. */
export function readPrivateKey(file: string): KeyObject {
  const text = readBounded(file, mostBytes);
  const key = privateKeyIn(text, file);
  if (key !== undefined) return ed25519(key, file);
  const what =
    publicKeyIn(text) === undefined ? 'no private key in PEM' : 'a public key, and a private one signs';
  throw new SettingsError(`${file} holds ${what}: give the NAME.key that payproof keygen wrote.`);
}

/** The public key in a file. Throws a SettingsError when it holds none that checks a signature. */
export function readPublicKey(file: string): KeyObject {
  const text = readBounded(file, mostBytes);
  if (privateKeyIn(text, file) !== undefined)
    throw new SettingsError(
      `${file} holds a private key, which only the person who signs should have: give the NAME.pub that payproof keygen wrote.`,
    );
  const key = publicKeyIn(text);
  if (key !== undefined) return ed25519(key, file);
  throw new SettingsError(
    `${file} holds no public key in PEM: give the NAME.pub that payproof keygen wrote.`,
  );
}

function ed25519(key: KeyObject, file: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new SettingsError(
    `${file} holds a key of type ${key.asymmetricKeyType ?? 'unknown'}: signatures are Ed25519. payproof keygen makes such keys.`,
  );
}

/** What Node says of a key that takes a passphrase; the second since OpenSSL 3. */
const locked: ReadonlySet<string> = new Set([
  'ERR_MISSING_PASSPHRASE',
  'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED',
]);

function privateKeyIn(text: string, file: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch (error) {
    if (!locked.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new SettingsError(
      `${file} holds a key that is locked by a passphrase, which payproof can't ask for: give one without.`,
    );
  }
}

function publicKeyIn(text: string): KeyObject | undefined {
  try {
    return createPublicKey(text);
  } catch {
    return undefined;
  }
}

/** A public key in the form that a signature carries: SPKI, base64. */
export function publicText(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** The name of a public key for people: SHA-256 of its SPKI form. */
export function fingerprint(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('base64');
  return `SHA256:${withoutEnd(digest, '=')}`;
}

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
