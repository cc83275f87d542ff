import { describe, expect, test } from 'vitest';
import type { Violation } from '../../engine/execute.ts';
import { withLiteralsOf } from '../../engine/literals.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import { Shortest } from '../../engine/plan-shortest.ts';

const step = (id: string, kind: string, data?: Step['data']): Step => ({
  id,
  operation: 'ask',
  kind,
  uses: {},
  ...(data !== undefined && { data }),
});
const rule = 'wrong ones are refused';
const accused: Violation = {
  at: 'reply',
  operation: 'ask',
  abstract: 'far on',
  breaches: [{ rule, expected: 'no', received: 'yes' }],
};
const failing = step('s9', 'borrowed', { encoding: 'base64' });

/** What a search has found: one kind in very many states, the way to each long, and another kind at once. */
function found(): Shortest {
  const shortest = new Shortest((way) => way);
  const way = (kind: string, length: number): Sequence =>
    Array.from({ length }, (_, index) =>
      step(`s${index + 1}`, index === length - 1 ? kind : 'plain', { encoding: 'hex' }),
    );
  const note = (kind: string, length: number, stage: string) => {
    const steps = way(kind, length);
    shortest.note([rule], steps, steps.at(-1) ?? failing, stage);
  };
  for (let stage = 0; stage < 20; stage += 1) note('borrowed', 3, `stage ${stage}`);
  note('garbled', 1, 'start');
  return shortest;
}

describe('what is tried in the place of a failing sequence', () => {
  test('is of other kinds too, however many states there are to meet its own kind in', () => {
    const kinds = found()
      .instead(accused, failing)
      .map((steps) => steps.at(-1)?.kind);
    expect(kinds).toContain('garbled');
    expect(kinds[0]).toBe('borrowed');
  });

  test('ends with the literals that failed, and begins with its own', () => {
    for (const steps of found().instead(accused, failing)) {
      const encodings = steps.map(({ data }) => (data as { encoding: string }).encoding);
      expect(encodings).toEqual([...steps.slice(1).map(() => 'hex'), 'base64']);
    }
  });

  test.each([
    ['a plain literal of the same name is taken over', { a: 1 }, { a: 2 }, { a: 2 }],
    ['one that only the other has is left out', { a: 1 }, { b: 2 }, { a: 1 }],
    ['what holds others stays', { body: { x: 1 } }, { body: { y: 2 } }, { body: { x: 1 } }],
    ['a literal gives way to none that holds others', { a: 1 }, { a: [2] }, { a: 1 }],
  ])('%s', (_title, own, other, expected) => {
    expect(withLiteralsOf(step('s1', 'failing', other), step('s2', 'own', own)).data).toEqual(expected);
  });
});
