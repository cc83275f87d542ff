import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import { Recorded } from '../../../suites/resume/recorded.ts';
import { Supplies } from '../../../suites/supplies/supplies.ts';
import type { Ask } from '../../../suites/supplies/token-supply.ts';

const at = 'https://shop.example.com/tokens/v1';

/** A request of a sequence. */
function exchange(
  method: string,
  path: string,
  { body, ...more }: Partial<ExchangeRecord> & { readonly body?: string } = {},
): ExchangeRecord {
  return {
    k: 'exchange',
    n: 1,
    suite: 'suite',
    sequence: 'suite/q-1',
    step: 's1',
    operation: '',
    kind: '',
    phase: 'explore',
    at: 1,
    ms: 1,
    request: { method, url: `${at}${path}`, headers: {}, ...(body !== undefined && { body }) },
    ...more,
  };
}

function recorded(...records: readonly ExchangeRecord[]): Recorded {
  const all = new Recorded();
  for (const record of records) all.add(record);
  return all;
}

/** Of each, what the run was asked to lend after it went on at a target that has none of it any more. */
async function problemsAfter(...records: readonly ExchangeRecord[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const payment = { id: 'pay 2', amount: '900', lines: [] };
  const given = {
    resource: {
      baseUrl: at,
      secretKey: '',
      version: '',
      tokens: [],
      spendable: ['tok:1'],
      payments: [payment],
    },
    legacy: {
      baseUrl: at,
      apiKey: '',
      secret: '',
      authorizePath: '',
      personas: {},
      validityMs: 1,
      payments: [{ id: 'pay_3', order: { total_amount: 1 } }],
    },
  };
  const { spent } = recorded(...records);
  const supplies = new Supplies(given, (cause) => problems.push(cause), { spent });
  const reply = { http: 404, contentType: '', body: {}, text: '', sentAt: 0, receivedAt: 0 };
  const ask: Ask = () => Promise.resolve({ reply });
  for (const supply of [supplies.tokens, supplies.payments, supplies.legacyPayments]) await supply.take(ask);
  return problems.map((problem) => problem.split(':')[0] ?? '');
}

const used = [
  exchange('DELETE', '/tokens/tok:1', { operation: 'delete' }),
  exchange('POST', '/payments/pay%202/captures'),
  exchange('POST', '/pay/status', { body: '{"payment_id":"pay_3"}' }),
];

test('what the run has used up before it broke off is no problem of the settings', async () => {
  expect(await problemsAfter(...used)).toEqual([]);
});

test('what it has only looked at between two sequences, or suspended, is one as before', async () => {
  const looked = used.map((record) => ({ ...record, sequence: '' }));
  const suspended = exchange('POST', '/tokens/tok:1/suspend', { operation: 'suspend' });
  const all = ['resource.tokens', 'resource.payments', 'legacy.payments'];
  expect(await problemsAfter(...looked, suspended)).toEqual(all);
});

test('requests that were numbered apart, since they were sent in the background, count towards those that are allowed', () => {
  const all = recorded(
    exchange('GET', '/a', { n: 1 }),
    exchange('GET', '/b', { n: 2 }),
    exchange('POST', '/in-the-background', { n: 1 }),
    exchange('POST', '/clock/advance', { n: 2, control: true }),
  );
  expect(all.taken).toBe(3);
  expect(all.sent).toBe(2);
});
