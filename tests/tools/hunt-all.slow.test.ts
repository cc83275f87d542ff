import { expect, test } from 'vitest';
import type { Broken } from '../../cli/threads/threads.ts';
import { huntAll } from '../../tools/peers/hunt-all.ts';
import { huntedByUs, type Answer, type Question } from '../../tools/peers/hunt.ts';
import { comparable, depths } from '../../tools/peers/sample.ts';

const ask = (id: string): Question => ({ id, machine: 'legacy', seed: 1, most: { ours: 1000, plain: 4000 } });

test('a thread hunts a fault with both engines, and goes on after one that can not be hunted', async () => {
  const answers = new Map<number, Answer | Broken>();
  await huntAll([ask('no-such-fault'), ask('legacy-update-closes')], {
    parallel: 1,
    signal: new AbortController().signal,
    onHunted: (at, answer) => answers.set(at, answer),
  });
  expect(answers.get(0)).toEqual({ id: 'no-such-fault', error: expect.any(String) as unknown });
  const hunt = { find: expect.any(Number) as unknown, steps: expect.any(Number) as unknown };
  const caught = expect.objectContaining(hunt) as unknown;
  expect(answers.get(1)).toEqual({ id: 'legacy-update-closes', ours: caught, plain: caught });
  const { ours, plain } = answers.get(1) as Answer;
  // Ours confirms three times, and once with values that nothing else has; plain commands never.
  expect([ours?.confirmations, plain?.confirmations]).toEqual([4, 0]);
});

test('the one suite that hunts gets the whole budget, not its share of a run', async () => {
  const late = { ...ask('legacy-discount-billed-twice'), most: { ours: 3000, plain: 1 } };
  expect(await huntedByUs(late)).toMatchObject({ steps: expect.any(Number) as unknown });
});

test('an abort ends the running hunts', async () => {
  const ending = new AbortController();
  const hunting = huntAll([ask('legacy-update-closes')], {
    parallel: 1,
    signal: ending.signal,
    onHunted: () => expect.unreachable(),
  });
  ending.abort();
  await hunting;
});

test('every comparable fault has a class by its steps, and most have a least', () => {
  const all = comparable();
  expect(all.length).toBeGreaterThan(500);
  const above = all.filter(({ least, depth }) => (least?.steps ?? 0) > depths[depth].most);
  expect(above).toEqual([]);
  expect(all.filter(({ least }) => least === undefined).length).toBeLessThan(0.1 * all.length);
});
