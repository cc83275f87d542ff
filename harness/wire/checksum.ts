import { hash } from 'node:crypto';
import type { ChecksumRecipe } from '../../models/wire.ts';
import { checksumVariants, wrongSecret } from '../../spec/wire-variants.ts';

/** SHA-256 over the secret and the operation's data, hex or base64, made wrong as the recipe says (legacy, Authentication 2). */
export function checksum({ of, encoding, corruption }: ChecksumRecipe, secret: string): string | null {
  const right = hash('sha256', secret + of, encoding);
  if (corruption === undefined) return right;
  const { fixed, made } = checksumVariants[corruption];
  return made?.(right, hash('sha256', wrongSecret + of, encoding)) ?? fixed ?? null;
}

/** A description of the checksum for people and files: what it was made of, never its value. */
export function described({ of, encoding, corruption }: ChecksumRecipe): string | null {
  const { fixed } = corruption === undefined ? {} : checksumVariants[corruption];
  if (fixed !== undefined) return fixed;
  const secret = corruption === 'wrong-secret' ? 'a wrong secret' : 'secret';
  const rest = corruption === undefined || corruption === 'wrong-secret' ? '' : `, ${corruption}`;
  return `<checksum ${encoding} of ${secret} + ${of}${rest}>`;
}
