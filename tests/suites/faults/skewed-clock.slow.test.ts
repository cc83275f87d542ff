import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import { preflight } from '../../../harness/preflight/preflight.ts';
import { loadTarget, type Target } from '../../../harness/settings/settings.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { claims } from '../../../suites/claims/all-claims.ts';

const hourMs = 3_600_000;

/** Its clock can't be read, so that only the Date of its replies shows it. */
function withoutControl(target: Target): Target {
  const { control, ...rest } = target;
  return control === undefined ? target : rest;
}

async function accused(aheadMs: number, settings: (target: Target) => Target) {
  const { failures, records } = await certifyEmbedded({
    seed: 2,
    runs: 10,
    randomOnly: true,
    aheadMs,
    claims: [
      claims['legacy/lifecycle'],
      claims['legacy/time'],
      claims['webhooks/notifications'],
      claims['webhooks/registration'],
    ],
    settings,
  });
  const proven = new Set(records.flatMap((one) => (one.k === 'sequence' ? Object.keys(one.evidence) : [])));
  return { rules: failures.flatMap(({ requirement }) => requirement), proven };
}

describe('a target whose clock differs from ours', () => {
  it.each([
    ['three days ahead', 72],
    ['forty hours behind', -40],
  ])('is not accused: %s', async (_title, hours) => {
    for (const settings of [(target: Target) => target, withoutControl]) {
      const { rules, proven } = await accused(hours * hourMs, settings);
      expect(rules).toEqual([]);
      expect(proven).toContain('legacy.authorize.validity');
    }
  });

  it('is measured by the Date of its replies', async () => {
    const target = loadTarget({ file: undefined, name: 'embedded' });
    const embedded = await startEmbedded(target, { seed: 1, aheadMs: -5 * hourMs });
    const { skewMs = 0 } = await preflight(embedded.target);
    await embedded.close();
    expect(Math.abs(skewMs + 5 * hourMs)).toBeLessThan(1500);
  });
});
