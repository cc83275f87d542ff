import type { Faker, Randomizer } from '@faker-js/faker';
import { faker as japanese } from '@faker-js/faker/locale/ja';

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
