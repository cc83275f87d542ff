import { describe, expect, test } from 'vitest';
import { Ledger } from '../../../suites/cleanup/ledger.ts';
import { serve } from '../../harness/local-server.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';
import { cleanedUp, type Left } from './cleaned-up.ts';

/** A run that has left these legacy payments at an address. */
function owing(url: string, ids: readonly string[], timeoutMs = 300): Left {
  const ledger = new Ledger();
  for (const id of ids)
    ledger.restore({ k: 'payment', at: 0, interface: 'legacy', id, state: 'open', captures: [] });
  const sample = sampleTarget(url);
  return { target: { ...sample, limits: { ...sample.limits, timeoutMs } }, ledger, run: { requests: 0 } };
}

describe('cleaning up', () => {
  test('sends nothing to a target that is gone, and lists all that is left with the cause', async () => {
    const url = await serve((_request, response) => void response.end('{}'));
    const { cleaned, records } = await cleanedUp(owing(url, ['pay_1']), { gone: 'it is gone' });
    expect(cleaned).toMatchObject({
      requests: 0,
      left: [{ interface: 'legacy', id: 'pay_1', why: 'it is gone' }],
    });
    expect(records).toEqual([]);
  });

  test('ends at a target that answers nothing, and when its time is over', async () => {
    const url = await serve(() => undefined);
    const ids = Array.from({ length: 50 }, (_, index) => `pay_${index}`);
    const silent = await cleanedUp(owing(url, ids, 20));
    expect(silent.cleaned.requests).toBeLessThan(20);
    expect(silent.cleaned.left).toHaveLength(50);
    expect(silent.cleaned.left.at(-1)?.why).toMatch(/^the target does not answer: /);
    const late = await cleanedUp(owing(url, ids, 60_000), { signal: AbortSignal.timeout(50) });
    expect(late.cleaned.left.at(-1)?.why).toBe('the time for cleaning up was over');
  });

  test('lists what a target refuses to close with its answer, which is bounded', async () => {
    const refusal = JSON.stringify({ status: 'request_failed', reason: 'x'.repeat(1e5) });
    const url = await serve((_request, response) => void response.writeHead(400).end(refusal));
    const { cleaned } = await cleanedUp(owing(url, ['pay_1'], 5000));
    expect(cleaned).toMatchObject({ closed: 0, requests: 2 });
    expect(cleaned.left[0]?.why).toBe(`close was answered 400 request_failed ${'x'.repeat(60)}`);
  });

  test('lists a thousand payments at most, and counts the others', async () => {
    const ids = Array.from({ length: 1005 }, (_, index) => `pay_${index}`);
    const { cleaned } = await cleanedUp(owing('http://127.0.0.1:9', ids), { gone: 'it is gone' });
    expect(cleaned.left).toHaveLength(1000);
    expect(cleaned.more).toBe(5);
  });

  test('sends an id that a target gave to no other address than that of its payment', async () => {
    const paths: string[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(404).end('{}');
    });
    const { target, run } = owing(url, []);
    const ledger = new Ledger();
    const id = '../tokens/tok_1/delete?x=#';
    ledger.restore({
      k: 'payment',
      at: 0,
      interface: 'resource',
      id,
      state: 'open',
      captures: [{ id: '/' }],
    });
    await cleanedUp({ target, ledger, run });
    expect(new Set(paths.map((path) => path.split('/').slice(0, 3).join('/')))).toEqual(
      new Set(['/payments/..%2Ftokens%2Ftok_1%2Fdelete%3Fx=%23']),
    );
  });
});
