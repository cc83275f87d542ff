import { describe, expect, it } from 'vitest';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import { focusShare, isClaimSelected, mayShow } from '../../../suites/claims/selected.ts';
import { coverageGoalsOf } from '../../../suites/explore/coverage-goals.ts';
import { allRequirements } from '../../../spec/register.ts';
import type { Means } from '../../../spec/requirement.ts';

const testable = allRequirements.filter(({ untestable }) => untestable === undefined);
const everything = new Set<Means>([
  ...testable.flatMap(({ needs = [] }) => needs),
  'legacy',
  'resource',
  'webhooks',
]);
const suitesOf = (...only: readonly string[]) =>
  allClaims.filter((claim) => isClaimSelected(claim, only)).map(({ suite }) => suite);

describe('the claims that --only selects', () => {
  it('are never none: each requirement that can be tested has one that may show it', () => {
    expect(testable.filter(({ id }) => suitesOf(id).length === 0)).toEqual([]);
  });

  it('include each that plans for a selected requirement', () => {
    for (const claim of allClaims) {
      const rules = claim.machine === undefined ? [] : coverageGoalsOf(claim.machine, everything, []).rules;
      for (const row of testable.filter(({ id }) => rules.includes(id)))
        expect(mayShow(claim, row), `${claim.suite} ${row.id}`).toBe(true);
    }
  });

  it.each([
    ['resource.token-get', ['resource/tokens']],
    ['legacy.deliveries', ['webhooks/registration', 'webhooks/retries']],
    ['legacy.transport', ['legacy/lifecycle', 'legacy/transport']],
    ['legacy.refund', ['legacy/lifecycle', 'legacy/races']],
  ])('of %s are no others than those', (only, suites) => {
    expect(suitesOf(only)).toEqual(suites);
  });

  it('plan for the selected requirements alone', () => {
    for (const { machine } of allClaims) {
      if (machine === undefined) continue;
      const { rules } = coverageGoalsOf(machine, everything, ['resource.refund.partial']);
      expect(rules.every((id) => id === 'resource.refund.partial')).toBe(true);
    }
  });

  it('draw a share of the random sequences, since each is about the operation that is named', () => {
    const payments = { machine: 'resource-payments', interface: 'resource' } as const;
    expect(focusShare(payments, ['resource.refund'])).toBeLessThan(0.3);
    expect(focusShare(payments, ['resource'])).toBe(1);
    expect(focusShare(payments, ['resource.error'])).toBe(1);
  });
});
