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
    const planned = allClaims.flatMap((claim) => {
      const rules = claim.machine === undefined ? [] : coverageGoalsOf(claim.machine, everything, []).rules;
      return testable.filter(({ id }) => rules.includes(id)).map((row) => ({ claim, row }));
    });
    expect(planned.length).toBeGreaterThan(300);
    expect(planned.filter(({ claim, row }) => !mayShow(claim, row))).toEqual([]);
  });

  it('plan for each must requirement, or have a procedure that shows it', () => {
    const isPlanned = (id: string) =>
      allClaims.some(({ machine }) => machine && coverageGoalsOf(machine, everything, []).rules.includes(id));
    const isShown = (row: (typeof testable)[number]) =>
      allClaims.some((claim) => claim.kind === 'procedure' && mayShow(claim, row));
    const musts = testable.filter(({ level }) => level === 'must');
    expect(musts.filter((row) => !isPlanned(row.id) && !isShown(row)).map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['resource.token-get', ['resource/races', 'resource/tokens']],
    ['resource.token.version-raised', ['resource/races', 'resource/tokens']],
    ['legacy.deliveries', ['webhooks/registration', 'webhooks/retries']],
    ['legacy.transport', ['legacy/lifecycle', 'legacy/transport']],
    ['legacy.refund', ['legacy/lifecycle', 'legacy/races']],
  ])('of %s are no others than those', (only, suites) => {
    expect(suitesOf(only)).toEqual(suites);
  });

  it('plan for the selected requirements alone', () => {
    const rules = allClaims.flatMap(({ machine }) =>
      machine === undefined ? [] : coverageGoalsOf(machine, everything, ['resource.refund.partial']).rules,
    );
    expect(rules).toEqual(['resource.refund.partial']);
  });

  it('draw a share of the random sequences, since each is about the operation that is named', () => {
    const payments = { machine: 'resource-payments', interface: 'resource' } as const;
    expect(focusShare(payments, ['resource.refund'])).toBeLessThan(0.3);
    expect(focusShare(payments, ['resource'])).toBe(1);
    expect(focusShare(payments, ['resource.error'])).toBe(1);
  });
});
