import { expect, it } from 'vitest';
import type { Scope } from '../../../harness/means/scope.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import { nextOf, shareOfTurn } from '../../../suites/nightly/nightly.ts';
import type { Turn } from '../../../suites/run/turns.ts';

const turns = allClaims
  .filter(({ begin }) => begin !== undefined)
  .map((claim): Turn => ({ claim, part: 'plan' }));

it('the interfaces of a night take turns, by the time that each has had, and each keeps the order of its own', () => {
  const waiting = [...turns];
  const spent = new Map<Scope, number>();
  const order: Turn[] = [];
  while (waiting.length > 0) {
    const [next] = waiting.splice(nextOf(waiting, spent), 1) as [Turn];
    order.push(next);
    spent.set(next.claim.scope, (spent.get(next.claim.scope) ?? 0) + 1000);
  }
  const scopes = new Set(turns.map(({ claim }) => claim.scope));
  expect(scopes.size).toBeGreaterThan(1);
  // A night that ends after as many turns as there are interfaces has tried each.
  expect(new Set(order.slice(0, scopes.size).map(({ claim }) => claim.scope))).toEqual(scopes);
  for (const scope of scopes) {
    const own = (all: readonly Turn[]) => all.filter(({ claim }) => claim.scope === scope);
    expect(own(order)).toEqual(own(turns));
  }
});

it('a plan that is longer than the night leaves each other interface its share of the time', () => {
  const waiting = [...turns];
  const spent = new Map<Scope, number>();
  const night = 60_000;
  let left = night;
  while (waiting.length > 0) {
    const [next] = waiting.splice(nextOf(waiting, spent), 1) as [Turn];
    // Each takes all that it may.
    const share = shareOfTurn(next, waiting, spent, left);
    spent.set(next.claim.scope, (spent.get(next.claim.scope) ?? 0) + share);
    left -= share;
  }
  expect(left).toBeCloseTo(0);
  for (const ms of spent.values()) expect(ms).toBeCloseTo(night / spent.size);
});
