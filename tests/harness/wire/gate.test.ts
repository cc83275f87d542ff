import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { openGate } from '../../../harness/pace/limits.ts';
import { sampleTarget } from '../settings/sample-target.ts';

/** So many requests wait for a turn, at a rate that lets none through for a while. */
function waiting(count: number) {
  const { limits } = sampleTarget('http://127.0.0.1:1');
  const gate = openGate({ ...limits, concurrency: count, requestsPerSecond: 1 });
  const ending = new AbortController();
  const turns = Array.from({ length: count }, () =>
    gate(() => Promise.resolve('sent'), { signal: ending.signal }),
  );
  return { turns, ending, listeners: () => getEventListeners(ending.signal, 'abort').length };
}

test('requests that wait for their turn have one listener together, and an abort ends all of them', async () => {
  const { turns, ending, listeners } = waiting(64);
  const ended = Promise.allSettled(turns);
  await expect.poll(listeners).toBeGreaterThan(0);
  expect(listeners()).toBe(1);
  const reason = new Error('over');
  ending.abort(reason);
  expect(await ended).toEqual(turns.map(() => ({ status: 'rejected', reason })));
  expect(listeners()).toBe(0);
});

test('the listener is gone once no request waits', async () => {
  const { turns, listeners } = waiting(1);
  await expect.poll(listeners).toBe(1);
  expect(await Promise.all(turns)).toEqual(['sent']);
  expect(listeners()).toBe(0);
});
