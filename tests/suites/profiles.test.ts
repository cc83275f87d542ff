import { expect, test } from 'vitest';
import { choices } from '../../reference/choices.ts';
import { certifyEmbedded } from '../../suites/certify-embedded.ts';

/** One choice of each open point, the combination following from the seed: a server that fills every silence in its own way. */
function profileOf(seed: number): Readonly<Record<string, string>> {
  let state = seed;
  const below = (count: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const byLatitude = new Map<string, (typeof choices)[number][]>();
  for (const one of choices) byLatitude.set(one.latitude, [...(byLatitude.get(one.latitude) ?? []), one]);
  return Object.fromEntries(
    [...byLatitude].map(([latitude, known]) => [latitude, known[below(known.length)]?.choice ?? '']),
  );
}

// Both have once made a false accusation.
test.concurrent.each([4, 24])(
  'a conforming server that fills the silences by profile %i is not accused',
  async (seed) => {
    const { failures } = await certifyEmbedded({ seed, runs: 8, profile: profileOf(seed) });
    expect(failures.map(({ requirement, summary }) => `${requirement.join(', ')}: ${summary}`)).toEqual([]);
  },
  180_000,
);
