import { expect, it } from 'vitest';
import { planText } from '../../../cli/certify.ts';
import { plan } from '../../../engine/plan/plan.ts';
import { wanted } from '../../../harness/given/wants.ts';
import type { Setup } from '../../../models/setup.ts';
import type { Means } from '../../../spec/requirement.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { coverageGoalsOf } from '../../../suites/explore/coverage-goals.ts';
import { machineNamed } from '../../../suites/explore/machines.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { resourceSetup } from '../../support/setups/resource-setup.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

const ofTokens: readonly Means[] = ['resource', 'tokens', 'tokens.change'];
const ofPayments: readonly Means[] = ['resource', 'payments'];
const payment = { id: 'pay_1', amount: '900', lines: [{ unit_price: 900, quantity: 1 }] };

/** How many sequences of a claim's plan use up each thing that is given. */
function spent(
  { machine: run }: (typeof claims)['resource/tokens'],
  means: readonly Means[],
  setup: Partial<Setup>,
) {
  const machine = machineNamed(run.machine, {
    ...resourceSetup(means),
    tokens: [],
    ...setup,
    exclusive: false,
  });
  if (machine === undefined) throw new Error('no machine');
  const { rules } = coverageGoalsOf(run, new Set(means), []);
  return plan(machine, { seed: 1, rules, transitions: false }).spends;
}

it('the tokens that are said to be wanted are as many as the plans use up', () => {
  const all = [claims['resource/payments'], claims['resource/tokens']].map((claim) =>
    spent(claim, ofTokens, { spendable: 6 }),
  );
  expect(all).toEqual([{ token: 1 }, { token: 2 }]);
  expect(wanted.tokens).toBe(3);
});

it('the payments that are said to be wanted without a token are as many as the plan uses up', () => {
  const used = spent(claims['resource/payments'], ofPayments, { payments: [payment] });
  expect(used).toEqual({ payment: wanted.payments });
});

it('so are the payments of the legacy interface that are wanted without a persona', () => {
  const items = [
    { item_id: 'a', title: 'a', amount: 300, quantity: 2 },
    { item_id: 'b', title: 'b', amount: 100, quantity: 1 },
  ];
  const legacyPayments = [{ id: 'p_1', order: { items, tax: 70, shipping: 50, total_amount: 820 } }];
  const used = spent(claims['legacy/lifecycle'], ['legacy', 'legacy.payment'], { legacyPayments });
  expect(used).toEqual({ 'legacy-payment': wanted.legacyPayments });
});

it('a printed plan says how many tokens it wants, and how many were given', () => {
  const { resource, ...rest } = sampleTarget('http://t.test');
  const target = { ...rest, resource: { ...resource, spendable: ['tok_1', 'tok_2'] } };
  const text = planText(unwrittenConfig(target, { capabilities: [], skewMs: 0 }), [], false);
  expect(text).toContain(
    'A whole run uses up 3 tokens of resource.tokens with spend: true, and 2 were given.',
  );
});
