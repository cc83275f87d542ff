import { afterAll, describe, expect, test } from 'vitest';
import type { EmbeddedOptions } from '../../../harness/embedded.ts';
import { drawing } from '../../../reference/chance.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { allLatitudes } from '../../../spec/register.ts';
import type { Claim } from '../../../suites/run/claim.ts';
import {
  reachedAt,
  startUnsteadyProxy,
  type Mishap,
  type UnsteadyProxy,
} from '../../support/targets/unsteady-proxy.ts';

const proxies: UnsteadyProxy[] = [];
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())));

// Each takes long. `npm run test:gauntlet -- right-servers` has more of them.
const seeds = [1];
const exploring: readonly Claim[] = [
  claims['legacy/lifecycle'],
  claims['webhooks/notifications'],
  claims['resource/payments'],
];
const notified: readonly Claim[] = [claims['webhooks/notifications']];

/** Runs claims against the reference behind a proxy that cuts the answers which `isLost` names, after they were acted on. */
async function certifyLossy(
  isLost: (path: string) => boolean,
  seed: number,
  more: Partial<EmbeddedOptions> & { readonly claims?: readonly Claim[]; readonly runs?: number } = {},
) {
  let lost = 0;
  const mishap = (path: string): Mishap => {
    if (!isLost(path)) return 'passed on';
    lost += 1;
    return 'done, then cut';
  };
  const outcome = await certifyEmbedded({
    seed,
    runs: 24,
    claims: notified,
    ...more,
    settings: async (target) => {
      const proxy = await startUnsteadyProxy(target.legacy?.baseUrl ?? '', mishap);
      proxies.push(proxy);
      return reachedAt(target, proxy.url);
    },
  });
  const rules = outcome.failures.map(({ requirement }) => requirement.join(', '));
  const inconsistent = Object.entries(choicesOf(outcome.records)).filter(
    ([latitude, choices]) => choices.size > 1 && !caseByCase.has(latitude),
  );
  return { ...outcome, lost, rules, inconsistent };
}

function choicesOf(records: Awaited<ReturnType<typeof certifyEmbedded>>['records']) {
  const seen: Record<string, Set<string>> = {};
  for (const record of records) {
    if (record.k !== 'sequence') continue;
    for (const [latitude, choices] of Object.entries(record.observed))
      for (const choice of Object.keys(choices)) (seen[latitude] ??= new Set()).add(choice);
  }
  return seen;
}

/** Of these a sound target is seen to make both choices without any loss: they are answered case by case. */
const caseByCase = new Set([
  ...allLatitudes.filter(({ perCase }) => perCase === true).map(({ id }) => id),
  'legacy.update.inconsistent-total',
]);

const share = (seed: number, part: number) => {
  const draw = drawing(seed);
  return () => draw() < part;
};

describe('a sound target', () => {
  test.each(seeds)(
    'is not accused when each fifth answer to a capture is lost, with seed %i',
    { timeout: 120_000 },
    async (seed) => {
      let captures = 0;
      const { lost, rules } = await certifyLossy(
        (path) => path === '/pay/capture' && (captures += 1) % 5 === 0,
        seed,
      );
      expect(rules).toEqual([]);
      expect(lost).toBeGreaterThan(5);
    },
  );

  test.each(seeds)(
    'is neither accused nor inconsistent when a tenth of its answers is lost, with seed %i',
    { timeout: 240_000 },
    async (seed) => {
      const { lost, rules, inconsistent } = await certifyLossy(share(seed, 0.1), seed, { claims: exploring });
      expect(rules).toEqual([]);
      expect(inconsistent).toEqual([]);
      expect(lost).toBeGreaterThan(50);
    },
  );
});

test.each([['webhook-no-capture-id', 'legacy.events.capture-id']])(
  'the fault %s is found behind a loss of one answer in a hundred',
  { timeout: 120_000 },
  async (fault, rule) => {
    const { rules } = await certifyLossy(share(1, 0.01), 1, { faults: [fault] });
    expect(rules).toContain(rule);
  },
);
