import { drawingBits } from './chance.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/** Makes ids and PINs, the same ones in the same order under the same seed. */
export class Ids {
  readonly #draw: () => number;
  readonly #ending: string;
  readonly #characters: number;
  #count = 0;

  constructor(
    seed: number,
    {
      ending = '',
      characters = 20,
    }: { readonly ending?: string | undefined; readonly characters?: number | undefined } = {},
  ) {
    this.#draw = drawingBits(seed);
    this.#ending = ending;
    this.#characters = characters;
  }

  /**
   * A new id: `prefix`, so many characters and the ending. The last ones of the characters are a count, so that no id comes twice. `counted`:
   * the others are left out.
   */
  next(prefix: string, counted: boolean): string {
    this.#count += 1;
    const count = this.#count.toString(32);
    const random = counted ? 0 : this.#characters - count.length;
    let body = '';
    while (body.length < random) body += ALPHABET[this.#draw() >>> 27] ?? '0';
    return prefix + body + count + this.#ending;
  }

  /** `digits` decimal digits. */
  pin(digits: number): string {
    return String(this.#draw() % 10 ** digits).padStart(digits, '0');
  }
}
