import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Sequence, Step } from '../../../engine/model.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';

const letters = 'abcdefgh';

const textOf = ({ data }: Pick<Step, 'data'>): string => (typeof data === 'string' ? data : '');

/** A `c` without a `b` is refused. */
const isSound = (text: string): boolean => text.includes('b') || !text.includes('c');

/** A text is sent, of which each letter but `a` may be left out. */
const machine: Machine<null, string, string> = {
  name: 'letters',
  initial: null,
  abstract: () => 'any',
  operations: [
    {
      name: 'send',
      attempts: () => [{ kind: 'text', uses: {} }],
      resolve: (_state, step) => textOf(step),
      predict: (_state, text) => {
        const answer = isSound(text) ? 'ok' : 'refused';
        const breaches = (received: string) =>
          received === answer ? [] : [{ rule: 'answers', expected: answer, received }];
        return [{ name: answer, checks: [{ cites: ['answers'], test: breaches }], next: () => null }];
      },
      reductions: () =>
        letters
          .slice(1)
          .split('')
          .map((letter) => (step: Step) => ({
            ...step,
            data: textOf(step).replace(letter, ''),
          })),
    },
  ],
};

/** Shrinks the sending of all letters on a target that is wrong about each text for which `isWrong` holds. */
async function shrunk(isWrong: (text: string) => boolean) {
  const sent: string[] = [];
  const run = (sequence: Sequence) =>
    execute(machine, sequence, {
      send: (text) => {
        sent.push(text);
        return Promise.resolve({ reply: isWrong(text) ? 'wrong' : isSound(text) ? 'ok' : 'refused' });
      },
    });
  const failing = await run([{ id: 's1', operation: 'send', kind: 'text', uses: {}, data: letters }]);
  sent.length = 0;
  const { execution } = await shrink(failing, {
    machine,
    run: (candidates) => Promise.all(candidates.map(run)),
    width: 1,
    budget: 100,
    stop: () => false,
  });
  const [{ step } = { step: undefined }] = execution.performed;
  // Confirmed once before and twice after.
  return { data: step?.data, tried: sent.slice(1, -2) };
}

describe('data that does not matter is left out of a failing sequence', () => {
  test('all of it at once, after which nothing more is tried', async () => {
    expect(await shrunk(() => true)).toEqual({ data: 'a', tried: ['a'] });
  });

  test.each(['ad', 'ah', 'abg', 'abch', letters])('but for what the failure needs: %s', async (needed) => {
    const { data, tried } = await shrunk((text) => needed.split('').every((one) => text.includes(one)));
    expect(data).toBe(needed);
    expect(new Set(tried).size, 'none is tried twice').toBe(tried.length);
  });

  test('and nothing is sent that the model foresees to come out otherwise', async () => {
    const { data, tried } = await shrunk((text) => text.includes('c'));
    expect(data).toBe('abc');
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.filter((text) => !isSound(text))).toEqual([]);
  });
});
