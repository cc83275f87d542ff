import { expect, test } from 'vitest';
import type { NotificationRecord } from '../../../harness/records/exchange-records.ts';
import { StrayCounter } from '../../../reports/words/accusation.ts';

const notification = (body: string, path?: string): NotificationRecord => ({
  k: 'notification',
  at: 0,
  body,
  headers: {},
  answered: 200,
  ...(path !== undefined && { path }),
});

test('notifications at other paths and about no payment are counted, each sort with its first as an example', () => {
  const counter = new StrayCounter();
  counter.add(notification('{"payment_id":"pay_1"}'));
  counter.add(notification('{"payment_id":"pay_1"}', '/a<path>'));
  counter.add(notification('{"payment_id":"pay_2"}', '/b<path>'));
  counter.add(notification('aGVsbG8='));
  expect(counter.troubles).toMatchObject([
    { kind: 'network', times: 2, cause: expect.stringContaining('such as /a<path>') as string },
    { kind: 'network', times: 1, cause: expect.stringContaining('named no payment') as string },
  ]);
});

test('the example of a body is short, and names no consumer', () => {
  const counter = new StrayCounter();
  counter.add(notification(`{"email":"somebody@example.test"} ${'x'.repeat(999)}`));
  const [trouble] = counter.troubles;
  expect(trouble?.cause).not.toContain('somebody@');
  expect(trouble?.cause.length).toBeLessThan(300);
});
