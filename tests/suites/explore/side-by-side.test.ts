import { describe, expect, test } from 'vitest';
import type { Means } from '../../../spec/requirement.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import { SideBySide } from '../../../suites/explore/side-by-side.ts';
import type { MachineRun } from '../../../suites/explore/machine-run.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

const plain = {
  machine: 'resource-payments',
  interface: 'resource',
  notifications: false,
  exclusive: false,
} as const;
const tokens = { ...plain, machine: 'resource-tokens', lists: true } as const;
const clock = { ...plain, exclusive: true } as const;
const lent = new Set<Means>([...wholeResourceSetup.means].filter((one) => one !== 'tokens.issue'));
const still = new Set<Means>([...wholeResourceSetup.means].filter((one) => one !== 'clock.advance'));

describe('sequences of one machine', () => {
  test.each<readonly [string, MachineRun, Partial<typeof wholeResourceSetup>, boolean, boolean]>([
    ['that concern none but themselves', plain, {}, false, false],
    ['that list what all have', tokens, {}, false, true],
    ['that list, where tokens are lent', tokens, { means: lent }, true, true],
    ['that move the clock', clock, {}, false, true],
    ['that move the clock, where tokens are lent', clock, { means: lent }, true, true],
    ['that move the clock, where a person reads PINs', clock, { asksPin: true }, true, true],
    ['that change consumers alone', clock, { means: still }, false, false],
  ])('%s go one after another as it is needed', (_, run, changes, explores, confirms) => {
    const beside = new SideBySide(run, { ...wholeResourceSetup, ...changes });
    expect([beside.alone('explore'), beside.alone('confirm')]).toEqual([explores, confirms]);
  });

  test.each(['legacy/time', 'resource/time'])(
    '%s moves the clock for several sequences at once, and has several under way',
    async (suite) => {
      const moves: string[] = [];
      const order: string[] = [];
      const { records } = await certifyEmbedded({
        seed: 3,
        runs: 40,
        randomOnly: true,
        claims: allClaims.filter((claim) => claim.suite === suite),
        onRecord: (record) => {
          if (record.k !== 'exchange') return;
          const isMove = record.request.url.endsWith('/clock/advance');
          (isMove ? moves : order).push(record.sequence);
        },
      });
      const sequences = records.filter(({ k }) => k === 'sequence');
      const changes = order.filter((one, index) => one !== order[index - 1]).length;
      expect(records.filter(({ k }) => k === 'failure')).toEqual([]);
      expect(moves.length).toBeLessThan(sequences.length);
      // One after another, each would begin once.
      expect(changes).toBeGreaterThan(2 * sequences.length);
    },
    60_000,
  );
});
