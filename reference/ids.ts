const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
const LENGTH = 20;

/** Makes ids and PINs, the same ones in the same order under the same seed. */
export class Ids {
  #state: number;
  #count = 0;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A fresh id: `prefix` and 20 characters, the last ones a count, so that no id comes twice. */
  next(prefix: string): string {
    this.#count += 1;
    const count = this.#count.toString(32);
    let body = '';
    while (body.length < LENGTH - count.length) body += ALPHABET[this.#draw() >>> 27] ?? '0';
    return prefix + body + count;
  }

  /** `digits` decimal digits. */
  pin(digits: number): string {
    return String(this.#draw() % 10 ** digits).padStart(digits, '0');
  }

  /** One step of mulberry32: 32 bits. */
  #draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
