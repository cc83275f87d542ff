import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Check, Sequence, Step } from '../../../engine/model.ts';
import { shrink } from '../../../engine/shrink/shrink.ts';

type Notes = readonly string[];

const says = (answer: string): Check<string> => ({
  cites: [answer],
  test: (received) => (received === answer ? [] : [{ rule: answer, expected: answer, received }]),
});

const notes: Machine<Notes, string, string> = {
  name: 'notes',
  initial: [],
  abstract: (state) => `${state.length}`,
  operations: [
    {
      name: 'write',
      attempts: () => [{ kind: 'plain', uses: {} }],
      resolve: (_state, { id }) => `write ${id}`,
      predict: (state, _call, { id }) => [
        { name: 'written', checks: [says('written')], next: () => [...state, id] },
      ],
    },
    {
      name: 'read',
      reads: true,
      attempts: (state) => state.map((note) => ({ kind: 'plain', uses: { note } })),
      resolve: (state, { uses: { note = '' } }) => (state.includes(note) ? `read ${note}` : undefined),
      predict: (state) => [{ name: 'read', checks: [says('found')], next: () => state }],
    },
  ],
};

/** Writes so many notes, and reads the first one after each. */
function writing(count: number): Sequence {
  return Array.from({ length: count }, (_, at): readonly Step[] => [
    { id: `s${2 * at + 1}`, operation: 'write', kind: 'plain', uses: {} },
    { id: `s${2 * at + 2}`, operation: 'read', kind: 'plain', uses: { note: 's1' } },
  ]).flat();
}

/** A server that finds only the notes of the newest seven. */
class Forgetful {
  readonly #written: string[] = [];
  #runs = 0;

  /** Runs a sequence; `beside`: so many notes are written by others each time that it writes one. */
  run(sequence: Sequence, beside = 0) {
    const run = (this.#runs += 1);
    return execute(notes, sequence, {
      // Runs side by side take turns, as requests that are under way do.
      send: async (call) => {
        await Promise.resolve();
        const [verb, id = ''] = call.split(' ');
        const name = `${run} ${id}`;
        if (verb === 'read')
          return { reply: this.#written.slice(-newest).includes(name) ? 'found' : 'not found' };
        this.#written.push(name, ...Array.from({ length: beside }, () => 'of another'));
        return { reply: 'written' };
      },
    });
  }
}
const newest = 7;

describe('a failure by how much is stored, which others have helped to bring about early', () => {
  const shrunkOf = async (sequence: Sequence) => {
    const server = new Forgetful();
    const failing = await server.run(sequence, 2);
    expect(failing.performed.length).toBe(6);
    const shrunk = await shrink(failing, {
      machine: notes,
      run: (candidates) => Promise.all(candidates.map((steps) => server.run(steps))),
      width: 1,
      budget: 200,
      stop: () => false,
    });
    return { ...shrunk, steps: shrunk.execution.performed.map(({ step }) => step.operation) };
  };

  test('is confirmed by the rest of its sequence, alone', async () => {
    const { failed, outOf, steps } = await shrunkOf(writing(15));
    expect(failed).toBe(outOf);
    expect(steps.filter((operation) => operation === 'write')).toHaveLength(newest + 1);
    expect(steps.at(-1)).toBe('read');
  });

  test('stays flaky where the rest of its sequence passes alone', async () => {
    const { failed, outOf } = await shrunkOf(writing(3));
    expect(failed).toBeLessThan(outOf);
  });
});
