import { faults } from '../../../reference/faults.ts';
import { namedProfiles } from '../../../reference/profiles.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { createRandom } from '../../support/setups/random.ts';

/** A server of a fleet, and the verdict that it must get. */
export interface Variant {
  readonly name: string;
  readonly expected: 'conformant' | 'nonconformant';
  readonly start: () => Promise<RunningReference>;
}

/** So many variants of the reference: each profile that has a name, and faults at random, seeded. None takes a browser, of which two targets at once would start two. */
export function variants(count: number, seed: number): readonly Variant[] {
  const conforming = namedProfiles.slice(0, Math.ceil(count / 4)).map(({ name }): Variant => ({
    name: `profile ${name}`,
    expected: 'conformant',
    start: () => startReference({ named: name }),
  }));
  const below = createRandom(seed);
  const left = faults.filter(({ inBrowser }) => inBrowser !== true).map(({ id }) => id);
  const faulty = Array.from({ length: count - conforming.length }, () =>
    left.splice(below(left.length), 1),
  ).flat();
  return [
    ...conforming,
    ...faulty.map((id): Variant => ({
      name: `fault ${id}`,
      expected: 'nonconformant',
      start: () => startReference({ faults: [id] }),
    })),
  ];
}
