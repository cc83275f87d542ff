import { describe, expect, test } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { merged, removeFolders, shardWith } from '../merge/shard-folders.ts';
import {
  endRecord,
  exchangeRecord,
  experimentRecord,
  failureRecord,
  register,
  sequenceRecord,
} from './synthetic.ts';

removeFolders();

const certified = async (...given: readonly string[]) => certificate(fold(await merged(...given)), register);
const issues = 'legacy.capture.issues-id';
const rowsOf = ({ requirements }: Awaited<ReturnType<typeof certified>>) =>
  new Map(requirements.map(({ id, verdict, checks }) => [id, [verdict, checks]]));

describe('merged shards', () => {
  test('add up their evidence, requests and sequences, and are whole where all are there', async () => {
    const one = shardWith(1, [exchangeRecord(), sequenceRecord({ [issues]: 3 })]);
    const other = shardWith(2, [
      exchangeRecord(),
      sequenceRecord({ [issues]: 4, 'legacy.capture.full-closes': 1 }),
    ]);
    const found = await certified(one, other);
    expect(found.verdict).toBe('conformant');
    expect(found.totals).toMatchObject({ requests: 2, sequences: 2 });
    expect(rowsOf(found).get(issues)).toEqual(['pass', 7]);
    expect(found.shards?.merged?.map(({ index, ended }) => [index, ended])).toEqual([
      [1, 'whole'],
      [2, 'whole'],
    ]);
  });

  test('are the same in whatever order their folders are given', async () => {
    const [one, other] = [
      shardWith(1, [sequenceRecord({ [issues]: 1 })]),
      shardWith(2, [sequenceRecord({})]),
    ];
    expect(await merged(other, one)).toEqual(await merged(one, other));
  });

  test('have one clock, which begins with the first of them', async () => {
    const later = '2026-01-31T09:01:00.000Z';
    const one = shardWith(1, [exchangeRecord({ at: 5 })], { run: { startedAt: later } });
    const records = await merged(one, shardWith(2, [exchangeRecord({ at: 7 })]));
    expect(records.flatMap((record) => (record.k === 'exchange' ? record.at : []))).toEqual([60_005, 7]);
    expect(records.at(-1)).toMatchObject({ k: 'end', at: 61_234, interrupted: false });
  });

  test('are inconclusive, and name the shard, where one is missing, was interrupted or broke off', async () => {
    const whole = (index: number) =>
      shardWith(index, [sequenceRecord({ [issues]: 1, 'legacy.capture.full-closes': 1 })]);
    expect(await certified(whole(1))).toMatchObject({
      verdict: 'inconclusive',
      reasons: ['shard 2 of 2 is missing'],
    });
    const interrupted = shardWith(2, [], { end: [{ ...endRecord, interrupted: true }] });
    const brokenOff = shardWith(2, [], { end: [] });
    for (const [other, words] of [
      [interrupted, 'shard 2 of 2 was interrupted'],
      [brokenOff, 'shard 2 of 2 broke off'],
    ] as const) {
      const found = await certified(whole(1), other);
      expect(found.verdict).toBe('inconclusive');
      expect(found.reasons).toContain(words);
      expect(found.scope?.complete).toBe(false);
    }
  });

  test('are inconclusive where the journal of one is damaged, and say where', async () => {
    const proof = [sequenceRecord({ [issues]: 1, 'legacy.capture.full-closes': 1 })];
    const found = await certified(shardWith(1, proof), shardWith(2, proof, { more: 'x\n' }));
    expect(found.verdict).toBe('inconclusive');
    expect(found.reasons).toContain(
      "shard 2: the journal is damaged: line 4 can't be read. What stood there is left out",
    );
  });

  test('report an experiment once, and two under names of their own', async () => {
    const found = await certified(
      shardWith(1, [experimentRecord()]),
      shardWith(2, [experimentRecord(), experimentRecord({ other: 'closes' })]),
    );
    expect(found.experiments?.map(({ other, reproduction }) => [other, reproduction])).toEqual([
      ['reopens', 'reproductions/open-point-1.json'],
      ['closes', 'reproductions/shard-2-open-point-1.json'],
    ]);
    expect(found.failures).toEqual([]);
  });

  test('report a failure once, by its smallest form, and the more precise one of two', async () => {
    const vague = failureRecord({
      steps: 1,
      requirement: ['legacy.capture.full-closes', issues],
      signature: { at: 'reply', operations: ['capture'], rules: ['legacy.capture.full-closes', issues] },
      reproduction: 'vague',
    });
    const one = shardWith(1, [failureRecord({ steps: 4, reproduction: 'large' }), vague]);
    const other = shardWith(2, [
      failureRecord({ steps: 3, flaky: true, reproduction: 'flaky' }),
      failureRecord({ steps: 3, reproduction: 'small' }),
    ]);
    const { verdict, failures } = await certified(one, other);
    expect(verdict).toBe('nonconformant');
    expect(failures.map(({ reproduction }) => reproduction)).toEqual(['reproductions/small.json']);
  });

  test('keep reproductions of the same name apart', async () => {
    const elsewhere = { at: 'reply', operations: ['close'], rules: ['legacy.capture.full-closes'] } as const;
    const { failures } = await certified(
      shardWith(1, [failureRecord()]),
      shardWith(2, [failureRecord({ signature: elsewhere })]),
    );
    expect(new Set(failures.map(({ reproduction }) => reproduction)).size).toBe(2);
  });

  test('show a failure with the requests of its own shard, where both servers give the same ids', async () => {
    const steps = (path: string) => [
      exchangeRecord({ n: 1, request: { ...exchangeRecord().request, url: `http://t.test/${path}` } }),
      exchangeRecord({ n: 2, step: 's2', operation: 'capture', kind: 'full' }),
      sequenceRecord({}, { id: 'c/1', phase: 'confirm', verdict: 'violated' }),
    ];
    const foreign = {
      k: 'notification',
      at: 11,
      body: '{"payment_id":"P-77"}',
      headers: {},
      answered: 200,
    } as const;
    const summary = fold(
      await merged(
        shardWith(1, [...steps('one'), foreign]),
        shardWith(2, [...steps('two'), failureRecord()]),
      ),
    );
    expect(summary.failures[0]?.exchanges[0]?.request.url).toBe('http://t.test/two');
    expect(summary.failures[0]?.notifications).toEqual([]);
  });

  test('count what a resumed shard repeats once, and nothing less of the others', async () => {
    const suite = 'legacy/races';
    const race = sequenceRecord({ [issues]: 1 }, { suite });
    const cut = [{ k: 'suite', name: suite, event: 'start', at: 1 }, race] as const;
    const resume = { k: 'resume', at: 2, resumedAt: '2026-01-31T09:30:00.000Z', repeats: [suite] } as const;
    const found = await certified(shardWith(1, [...cut]), shardWith(2, [...cut, resume, ...cut]));
    expect(rowsOf(found).get(issues)).toEqual(['pass', 2]);
  });

  test('add up what they undid, and list what each has left', async () => {
    const left = (id: string) => ({ interface: 'legacy', id, why: 'gone' }) as const;
    const cleaned = (id: string) =>
      ({ k: 'cleaned', at: 9, closed: 2, refunded: 1, requests: 3, left: [left(id)] }) as const;
    const found = await certified(shardWith(1, [cleaned('a')]), shardWith(2, [cleaned('b')]));
    expect(found.cleanup).toMatchObject({
      closed: 4,
      refunded: 2,
      requests: 6,
      left: [left('a'), left('b')],
    });
  });

  test('hold what all shards note alike once', async () => {
    const machine = { k: 'machine', name: 'legacy', transitions: [] } as const;
    const records = await merged(shardWith(1, [machine]), shardWith(2, [machine]));
    expect(records.filter(({ k }) => k === 'machine')).toHaveLength(1);
  });
});
