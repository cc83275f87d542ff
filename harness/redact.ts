import type { Target } from './settings.ts';

export type Redact = (text: string) => string;

const MARK = '<redacted>';

/** Shorter texts protect nothing and occur in every line by chance. */
const SHORTEST = 4;

/** Removes secrets from text in every form that a journal line may hold: plain, JSON-escaped, URL-encoded, base64. */
export function redactor(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf))]
    // The longest first, so that no form is partly replaced by a shorter one inside it.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, MARK);
    return clean;
  };
}

/** All secrets in a target's settings. */
export function secretsOf({ legacy, resource, control }: Target): readonly string[] {
  return [legacy?.apiKey, legacy?.secret, resource?.secretKey, control?.key].filter(
    (secret) => secret !== undefined,
  );
}

function formsOf(secret: string): readonly string[] {
  const escaped = inside(secret);
  return [secret, escaped, inside(escaped), encodeURIComponent(secret), ...base64Forms(secret)];
}

/** The text as it stands between the quotes of a JSON string. */
function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The part of the base64 text that depends on the secret alone, for each of the three offsets in a longer text. */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from('\0'.repeat(offset) + secret).toString('base64url');
    const bytes = offset + Buffer.byteLength(secret);
    const stable = encoded.slice(offset === 0 ? 0 : 4, Math.floor(bytes / 3) * 4);
    // Eight characters are six bytes of the secret: enough to exclude a coincidence.
    if (stable.length < 8) return [];
    return [stable, stable.replaceAll('-', '+').replaceAll('_', '/')];
  });
}
