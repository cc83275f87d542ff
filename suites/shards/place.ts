import { createHash } from 'node:crypto';

/** Bytes of the digest that are read as a number: as many as a double holds exactly. */
const bytes = 6;

/** Which of so many parts something belongs to, from 0: by its name alone, so that nobody has to be asked. */
export function placeOf(name: string, parts: number): number {
  return createHash('sha256').update(name).digest().readUIntBE(0, bytes) % parts;
}
