import { expect, test } from 'vitest';
import type { ExchangeRecord } from '../../../harness/records/exchange-records.ts';
import { trafficOfHar } from '../../../harness/traffic/read-traffic.ts';
import { harOf } from '../../../reports/reproduction/har.ts';

const startedAt = Date.parse('2026-01-31T09:00:00Z');
const exchange: ExchangeRecord = {
  k: 'exchange',
  n: 1,
  suite: 'resource/payments',
  sequence: 'a',
  step: 's1',
  operation: 'create',
  kind: 'plain',
  phase: 'explore',
  at: 1500,
  ms: 12,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:9900/payments?a=b%20c',
    headers: { authorization: 'Bearer ***', 'content-type': 'application/json' },
    body: '{"description":"é"}',
  },
  reply: { http: 200, headers: { 'content-type': 'application/json' }, body: '{"id":"pay_1"}' },
};
const log = (one: ExchangeRecord) => harOf([one], { version: '1.2.3', startedAt }).log;

test('a HAR file has what the format demands, and bodies with their bytes', () => {
  const [entry] = log(exchange).entries;
  expect(entry).toMatchObject({
    startedDateTime: '2026-01-31T09:00:01.500Z',
    time: 12,
    request: { queryString: [{ name: 'a', value: 'b c' }], bodySize: 20, cookies: [], headersSize: -1 },
    response: { status: 200, content: { size: 14, mimeType: 'application/json' }, redirectURL: '' },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0 },
  });
});

test('a HAR file is traffic that judge reads as it was', () => {
  const { exchanges, damaged } = trafficOfHar({ log: log(exchange) }, 'x.har');
  expect(damaged).toBe(0);
  expect(exchanges[0]).toMatchObject({
    sentAt: startedAt + 1500,
    receivedAt: startedAt + 1512,
    method: 'POST',
    url: exchange.request.url,
    body: exchange.request.body,
    reply: { http: 200, body: '{"id":"pay_1"}' },
  });
});

test('a request without an answer has the status 0, and is read as one that was lost', () => {
  const { reply: _none, ...lost } = exchange;
  const file = log({ ...lost, lost: 'connection reset' });
  expect(file.entries[0]?.response.status).toBe(0);
  expect(trafficOfHar({ log: file }, 'x.har').exchanges[0]?.reply).toBeUndefined();
});
