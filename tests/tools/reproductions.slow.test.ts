import { expect, test } from 'vitest';
import { faultsOf } from '../../reference/faults.ts';
import { questionAbout } from '../../cli/faults/try-faults.ts';
import { tryReproductions } from '../../tools/reproductions/try-reproductions.ts';

test.each([
  ['another payment of the same amount', 'perturbed-legacy-billed-last-place-more@shared-amount'],
  ['tokens of other sequences in a list', 'token-list-shows-paused'],
])(
  'what a run sees beside %s fails on a fresh server too, and not on a sound one',
  async (_of, id) => {
    const [fault] = faultsOf([id]);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    const { tried } = await tryReproductions({
      ...questionAbout(fault, { runs: 24, seed: 809 }),
      requests: 6000,
    });
    expect(tried.map(({ faulty }) => faulty.came)).toContain('same failure');
    for (const { faulty, sound, apart } of tried)
      expect([apart ?? faulty.came, sound.came]).toEqual(['same failure', 'passed']);
  },
  240_000,
);
