import { describe, expect, test } from 'vitest';
import { faultRecordings, soundRecordings } from './wires/recordings/cases.ts';
import { leftOut } from './wires/recordings/left-out.ts';
import { recorders } from './wires/recordings/recorders.ts';

describe('a recording of a right server leads to no accusation, and holds no key', () => {
  test.each(soundRecordings)('$title', async ({ run }) => {
    const { summaries, written, judged } = await run();
    expect(summaries).toEqual([]);
    expect(judged).toBeGreaterThan(0);
    expect(written).not.toMatch(/_test_[0-9a-f]{8}/);
  });
});

describe('a recording of which nothing is left out is judged nearly whole', () => {
  test.each(soundRecordings.filter(({ title }) => title.endsWith(': nothing left out')))(
    '$title',
    async ({ run }) => {
      const { judged, of } = await run();
      expect(judged).toBeGreaterThan(0.8 * of);
    },
  );
});

describe('a recording of a wrong server accuses the requirement that it breaks', () => {
  test.each(faultRecordings)(
    '$title: $expect',
    async ({ run, expect: broken }) => {
      expect((await run()).accused).toContain(broken);
    },
    30_000,
  );
});

test('the table has each program with each thing that is left out, and twenty faults', () => {
  expect(soundRecordings).toHaveLength(Object.keys(recorders).length * Object.keys(leftOut).length);
  expect(Object.keys(recorders)).toHaveLength(8);
  expect(faultRecordings.length).toBeGreaterThanOrEqual(20);
});
