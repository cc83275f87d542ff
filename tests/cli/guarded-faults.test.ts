import { describe, expect, test } from 'vitest';
import {
  allCaught,
  guardedAsJson,
  guardedSummary,
  tryGuardedFaults,
} from '../../cli/faults/guarded-faults.ts';
import { nothingCaught, type FaultAnswer, type FaultQuestion } from '../../cli/faults/try-faults.ts';

/** Tries two faults, of which the nth server to be asked about comes to what the list says. */
async function tried(results: readonly (Partial<FaultAnswer['result']> | Error)[]) {
  let nth = 0;
  const asked: FaultQuestion[] = [];
  const lines: string[] = [];
  const answer = (question: FaultQuestion): Promise<FaultAnswer> => {
    asked.push(question);
    const given = results[nth];
    nth += 1;
    if (given instanceof Error) throw given;
    const result = { ...nothingCaught, ...given };
    return Promise.resolve({ id: question.id, result });
  };
  const done = await tryGuardedFaults(
    {
      count: 2,
      seed: 5,
      runs: 96,
      parallel: 8,
      signal: new AbortController().signal,
      print: (line) => lines.push(line),
    },
    { script: new URL('file:///none'), load: () => Promise.resolve(answer) },
  );
  return { done, asked, lines };
}

test('a fault that was never shown is replaced by another one', async () => {
  const { done, asked, lines } = await tried([{ shown: 0 }, { shown: 3, caught: true }, { shown: 1 }]);
  expect(new Set(lines.map((line) => line.split('  ')[0]?.trim()))).toEqual(
    new Set(['caught', 'missed', 'not shown']),
  );
  expect(new Set(asked.map(({ id }) => id)).size).toBe(3);
  expect(asked.every(({ untilCaught }) => untilCaught === true)).toBe(true);
  expect(allCaught(done)).toBe(false);
});

test('three times as many are drawn at most, and none that was not shown counts as missed', async () => {
  const { done, asked } = await tried([]);
  expect(asked).toHaveLength(6);
  expect(allCaught(done)).toBe(true);
});

test('results are counted by the kind of guard, with a command for each that was not caught', async () => {
  const { done } = await tried([
    { shown: 1, flaky: 1 },
    { shown: 1, caught: true },
  ]);
  const flaky = guardedAsJson(done)['faults'] as { fault: string; verdict: string }[];
  const one = flaky.find(({ verdict }) => verdict === 'flaky');
  const text = guardedSummary(done);
  expect(text).toMatch(/^\| all +\| +1 \| +1 \| +0 \| +0 \| +0 \| +0 \| +50 % \|$/m);
  expect(text.split('\n').at(-1)).toBe(`payproof faults --fault ${one?.fault} --seed 5 --runs 96`);
});

describe('a missed fault about which the run has made an experiment', () => {
  const suspicion = { point: 'resource.refund.fractions', ended: 'suspicion' } as const;
  const missed = { shown: 1, experiments: [suspicion, suspicion] };

  test('has the open point and the end in its line and in the data', async () => {
    const { done, lines } = await tried([missed, { shown: 1 }]);
    expect(
      lines.filter((line) => line.endsWith('open point resource.refund.fractions: suspicion')),
    ).toHaveLength(1);
    const all = guardedAsJson(done)['faults'] as { verdict: string; experiments: unknown }[];
    expect(all.map(({ experiments }) => experiments)).toEqual(
      expect.arrayContaining([[], missed.experiments]),
    );
  });

  test('is counted as missed all the same, and as noticed beside that', async () => {
    const { done } = await tried([missed, { shown: 1 }]);
    expect(guardedSummary(done)).toMatch(/^\| all +\| +0 \| +0 \| +2 \| +0 \| +0 \| +1 \| +0 % \|$/m);
    expect(allCaught(done)).toBe(false);
  });

  test.each([
    ['caught', { caught: true, accused: ['resource.refund.partial'] }],
    ['flaky', { flaky: 1 }],
  ])('is told apart from one that is %s, which is not counted as noticed', async (verdict, result) => {
    const { done, lines } = await tried([
      { ...missed, ...result },
      { shown: 1, caught: true },
    ]);
    expect(guardedAsJson(done)['faults']).toContainEqual(expect.objectContaining({ verdict }));
    expect(guardedSummary(done)).toMatch(/^\| all .* 0 \| +0 \| +0 \| +0 \| +(100|50) % \|$/m);
    expect(lines.some((line) => line.endsWith('suspicion'))).toBe(verdict === 'flaky');
  });
});

test('a fault that could not be tried is neither caught nor taken for one that was not shown', async () => {
  const { done } = await tried([new Error('no port is free'), { shown: 1, caught: true }]);
  const verdicts = (guardedAsJson(done)['faults'] as { verdict: string }[]).map(({ verdict }) => verdict);
  expect(verdicts.toSorted()).toEqual(['caught', 'failed']);
  expect(allCaught(done)).toBe(false);
});
