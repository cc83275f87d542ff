import { afterAll, describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { cleanUp } from '../../../suites/cleanup/clean-up.ts';
import { Ledger } from '../../../suites/cleanup/ledger.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { serve } from '../../harness/local-server.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';
import { reachedAt } from '../../support/targets/unsteady-proxy.ts';

const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** What a reference has in store that somebody would have to undo. */
function openIn({ store }: RunningReference) {
  return {
    legacy: [...store.legacyPayments.values()].filter(({ status }) => status === 'open').length,
    legacyCaptures: [...store.legacyCaptures.values()].filter(({ amount, refunded }) => refunded.lt(amount))
      .length,
    resource: [...store.resourcePayments.values()].filter(({ status }) => status === 'AUTHORIZED').length,
    resourceCaptures: [...store.resourcePayments.values()].flatMap(({ captures, refunds }) =>
      captures.filter(
        ({ id, amount }) =>
          refunds.filter(({ captureId }) => captureId === id).reduce((sum, one) => sum + one.amount, 0) <
          amount,
      ),
    ).length,
  };
}

const nothing = { legacy: 0, legacyCaptures: 0, resource: 0, resourceCaptures: 0 };

/** A short run over both interfaces, with what it has left: in the reference, and by its journal. */
async function leftBy({
  faults = [],
  runs = 3,
  maxRequests,
}: {
  readonly faults?: readonly string[];
  readonly runs?: number;
  readonly maxRequests?: number;
} = {}) {
  const reference = await startReference({ seed: 1, faults });
  opened.push(reference);
  let target: Target | undefined;
  const run = await certifyEmbedded({
    seed: 1,
    runs,
    randomOnly: true,
    ...(maxRequests !== undefined && { maxRequests }),
    claims: [claims['legacy/lifecycle'], claims['resource/payments'], claims['legacy/races']],
    settings: (embedded) => {
      target = {
        ...reachedAt(embedded, reference.url),
        control: { url: `${reference.url}/control` },
        cleanup: true,
      };
      return target;
    },
  });
  if (target === undefined) throw new Error('the run asked for no settings');
  const ledger = new Ledger();
  for (const record of run.records) if (record.k === 'payment') ledger.restore(record);
  return { reference, target, run, ledger };
}

/** A run that has left these legacy payments at an address. */
function owing(url: string, ids: readonly string[], timeoutMs = 300): Left {
  const ledger = new Ledger();
  for (const id of ids)
    ledger.restore({ k: 'payment', at: 0, interface: 'legacy', id, state: 'open', captures: [] });
  const sample = sampleTarget(url);
  return { target: { ...sample, limits: { ...sample.limits, timeoutMs } }, ledger, run: { requests: 0 } };
}

interface Left {
  readonly target: Target;
  readonly ledger: Ledger;
  readonly run: { readonly requests: number };
}

async function cleanedUp(
  { target, ledger, run }: Left,
  changes: Partial<Parameters<typeof cleanUp>[0]> = {},
  maxRequests = Infinity,
) {
  const records: JournalRecord[] = [];
  const cleaned = await cleanUp({
    config: { target, startedAt: Date.now(), maxRequests, looked: { requests: 0, wrongKeys: 0 } },
    ledger,
    sent: run.requests,
    journal: { write: (record) => records.push(record) },
    signal: new AbortController().signal,
    ...changes,
  });
  return { cleaned, records };
}

describe('cleaning up', () => {
  test('leaves no payment open and no capture unrefunded, those of shrinking, confirming and races included', async () => {
    const left = await leftBy({ faults: ['legacy-status-close-lacks-test'], runs: 5 });
    const before = openIn(left.reference);
    for (const count of Object.values(before)) expect(count).toBeGreaterThan(0);
    expect(left.run.failures.length).toBeGreaterThan(0);
    const { cleaned, records } = await cleanedUp(left);
    expect(openIn(left.reference)).toEqual(nothing);
    expect(cleaned.left).toEqual([]);
    expect(cleaned.closed).toBeGreaterThan(0);
    expect(cleaned.refunded).toBe(before.legacyCaptures + before.resourceCaptures);
    expect(new Set(records.map(({ k }) => k))).toEqual(new Set(['cleanup']));
    expect(records).toHaveLength(cleaned.requests);
  });

  test('is done within the requests that the run may send', async () => {
    const maxRequests = 150;
    const left = await leftBy({ maxRequests });
    const { cleaned } = await cleanedUp(left, {}, maxRequests);
    expect(cleaned.requests).toBeGreaterThan(0);
    expect(left.run.requests + cleaned.requests).toBeLessThanOrEqual(maxRequests);
    expect(openIn(left.reference)).toEqual(nothing);
  });

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
