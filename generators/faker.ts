import type { Faker, Randomizer } from '@faker-js/faker';
import { faker as japanese } from '@faker-js/faker/locale/ja';

/**
 * What an ordinary text has that some careless storing of it changes. Each is common in a shop: half-width letters and circled numbers, a voiced
 * letter as macOS types it and one as Windows does, two blanks, an ampersand and quotes, letters of both cases, a letter with an accent.
 */
const parts = ['ｶﾞ①Ａ', 'か\u3099', 'が', '  ', `& "T-Shirt's" <3`, 'Mc', 'Straße é'] as const;

/** A text with all of it, blanks at both ends included: whatever changes texts on their way in or out changes this one. */
export const tellingText = (text: string): string => ` ${text} ${parts.join('、')} `;

/** Half of the texts are left as they are, which shows whether a target changes texts or loses them. */
export const tellingAtTimes = (from: typeof faker, text: string): string =>
  from.datatype.boolean() ? tellingText(text) : text;

/** Mulberry32, since every step is seeded: faker's own generator fills 624 words at each seeding. */
function quickRandomizer(): Randomizer {
  let state = 0;
  return {
    seed: (seed) => {
      state = Array.isArray(seed) ? (seed[0] ?? 0) : seed;
    },
    next: () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
  };
}

// Built from the locale's own instance: importing the class would load every locale there is.
const Japanese = japanese.constructor as new (options: {
  locale: Faker['rawDefinitions'];
  randomizer: Randomizer;
}) => Faker;

/** The Japanese faker, quick to seed. One for all: seed it right before its use. */
export const faker = new Japanese({ locale: japanese.rawDefinitions, randomizer: quickRandomizer() });
