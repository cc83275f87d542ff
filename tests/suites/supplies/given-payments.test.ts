import { expect, it } from 'vitest';
import type { Target } from '../../../harness/settings/settings.ts';
import type { GivenPayment } from '../../../models/setup.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { PaymentSupply, resourcePayments } from '../../../suites/supplies/supplies.ts';
import type { Ask } from '../../../suites/supplies/token-supply.ts';
import { givenMeans } from '../../support/setups/given-means.ts';

/** The rows about operations on payments, of a target without tokens where some payments were made elsewhere. */
async function certified(
  payments: number,
  {
    faults = [],
    spoilt = (target) => target,
  }: { faults?: string[]; spoilt?: (target: Target) => Target } = {},
) {
  const outcome = await certifyEmbedded({
    seed: 1,
    runs: 1,
    faults,
    settings: async (target) => spoilt(await givenMeans(target, { payments })),
    claims: [claims['resource/payments']],
  });
  const done = certificate(fold(outcome.records), register);
  const rows = done.requirements.filter(({ id }) =>
    /^resource\.(capture|refund|close|update|get)\./.test(id),
  );
  const of = (verdict: string) => rows.filter((row) => row.verdict === verdict).map(({ id }) => id);
  return { ...done, of };
}

it('three given payments show what capture, refund, close, update and get do, without a token', async () => {
  const { of, troubles, failures } = await certified(3);
  expect(of('untested')).toEqual([]);
  expect(of('pass').length).toBeGreaterThan(45);
  expect(failures).toEqual([]);
  expect(troubles).toEqual([]);
});

it('a given payment that is not as the settings say is named and leads to no accusation', async () => {
  const { verdict, failures, troubles, of } = await certified(2, {
    spoilt: ({ resource, ...rest }) => {
      if (resource === undefined) throw new Error('no resource block');
      const payments = (resource.payments ?? []).map((one) => ({ ...one, amount: '1' }));
      return { ...rest, resource: { ...resource, payments } };
    },
  });
  expect(failures).toEqual([]);
  expect(verdict).toBe('inconclusive');
  expect(of('fail')).toEqual([]);
  const causes = troubles.map(({ kind, cause }) => `${kind}: ${cause}`);
  expect(causes).toEqual([
    expect.stringMatching(/^settings: resource\.payments: number 1 has the amount \d+, and not 1/),
    expect.stringMatching(/^settings: resource\.payments: number 2 has the amount \d+, and not 1/),
  ]);
});

it('a violation on the last given payment is not confirmed, and leads to no accusation', async () => {
  const { of, failures } = await certified(1, { faults: ['resource-close-twice-accepted'] });
  expect(of('fail')).toEqual([]);
  expect(of('warn')).toEqual(['resource.close.closed-refused']);
  expect(failures.map(({ unconfirmed }) => unconfirmed)).toEqual([
    'no payment is left; a whole run uses up 3 payments of resource.payments, and 1 was given',
  ]);
});

const given: GivenPayment = {
  id: 'pay_1',
  amount: '900',
  lines: [{ unit_price: 900, quantity: 1, title: 'a' }],
};
const whole = {
  id: 'pay_1',
  status: 'authorized',
  amount: 900,
  order: { items: [{ id: null, title: 'a', unit_price: 900, quantity: 1 }] },
};

/** What comes of asking for a payment that the target shows like this. */
async function taken(body: unknown, http = 200) {
  const problems: string[] = [];
  const supply = new PaymentSupply([given], resourcePayments, (cause) => problems.push(cause));
  const reply = { http, contentType: 'application/json', body, text: '', sentAt: 0, receivedAt: 0 };
  const ask: Ask = () => Promise.resolve({ reply });
  return { lent: await supply.take(ask), again: await supply.take(ask), problems };
}

it('a given payment is lent once', async () => {
  const { lent, again, problems } = await taken(whole);
  expect(lent).toEqual({ id: 'pay_1' });
  expect(again).toEqual({ none: expect.stringContaining('no payment is left') as unknown });
  expect(problems).toEqual([]);
});

it.each([
  ['closed already', { ...whole, status: 'closed' }, 200, 'number 1 is CLOSED, and must be AUTHORIZED'],
  ['of another amount', { ...whole, amount: 901 }, 200, 'number 1 has the amount 901, and not 900'],
  ['of other lines', { ...whole, order: { items: [] } }, 200, 'number 1 has other lines'],
  ['unknown', { code: '404' }, 404, 'number 1 is answered with HTTP 404'],
])('one that is %s is not lent', async (_, body, http, words) => {
  const { lent, problems } = await taken(body, http);
  expect(lent).toEqual({ none: expect.stringContaining('no payment is left') as unknown });
  expect(problems).toEqual([expect.stringContaining(words)]);
});
