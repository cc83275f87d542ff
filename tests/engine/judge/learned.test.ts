import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import { LearnedChoices } from '../../../engine/learned.ts';
import type { Machine, Operation } from '../../../engine/machine.ts';
import type { Outcome, Sequence } from '../../../engine/model.ts';
import { rejudge, settledChoices } from '../../../engine/judge/rejudge.ts';

const sizes = { states: 12, operations: 3, answers: 2, latitudes: 3, choices: ['left', 'right'] };

/** One permitted outcome of a random model: what is answered, what follows, and the choice that it rests on. */
interface Entry {
  readonly answer: number;
  readonly next: number;
  readonly latitude: number;
  readonly choice: string;
}

/** By operation and state, the first entry being the ordinary one. */
type Table = readonly (readonly (readonly Entry[])[])[];

const entry: fc.Arbitrary<Entry> = fc.record({
  // Few answers for many states: that is what makes readings pile up.
  answer: fc.nat(sizes.answers - 1),
  next: fc.nat(sizes.states - 1),
  latitude: fc.nat(sizes.latitudes),
  choice: fc.constantFrom(...sizes.choices),
});
const listOf = <T>(one: fc.Arbitrary<T>, length: number) =>
  fc.array(one, { minLength: length, maxLength: length });
const tables: fc.Arbitrary<Table> = listOf(
  listOf(fc.array(entry, { minLength: 1, maxLength: 6, size: 'max' }), sizes.states),
  sizes.operations,
);
const learnedChoices = fc.dictionary(
  fc.constantFrom('latitude 0', 'latitude 1', 'latitude 2'),
  fc.constantFrom(...sizes.choices),
);
const sequences: fc.Arbitrary<Sequence> = fc
  .array(fc.nat(sizes.operations - 1), { minLength: 1, maxLength: 20, size: 'max' })
  .map((operations) =>
    operations.map((number, index) => ({ id: `s${index + 1}`, operation: `o${number}`, kind: '', uses: {} })),
  );

function machineOf(table: Table): Machine<number, string, number> {
  const outcomesOf = (entries: readonly Entry[], from: number): readonly Outcome<number, number>[] =>
    entries.map(({ answer, next, latitude, choice }) => ({
      name: `${answer} to ${next}`,
      checks: [
        {
          cites: [`rule ${from}`, `answer ${answer}`],
          test: (reply) =>
            reply === answer ? [] : [{ rule: `rule ${from}`, expected: `${answer}`, received: `${reply}` }],
        },
      ],
      next: () => next,
      // The last one is no latitude: an outcome that rests on nothing.
      ...(latitude < sizes.latitudes && { assumes: { [`latitude ${latitude}`]: choice } }),
    }));
  const operations: readonly Operation<number, string, number>[] = table.map((byState, number) => ({
    name: `o${number}`,
    attempts: () => [],
    resolve: () => `o${number}`,
    predict: (state) => outcomesOf(byState[state] ?? [], state),
  }));
  return { name: 'random', initial: 0, operations, abstract: String };
}

/** A target that takes one permitted outcome after another, as the noise has it; 255 is an answer that nothing permits. */
function driverOf(table: Table, noise: readonly number[]) {
  let state = 0;
  let step = 0;
  return {
    send: (call: string) => {
      const draw = noise[step++ % noise.length] ?? 0;
      if (draw === 255) return Promise.resolve({ reply: -1 });
      if (draw === 254) return Promise.resolve({ lost: 'a timeout' });
      const entries = table[Number(call.slice(1))]?.[state] ?? [];
      const taken = entries[draw % entries.length];
      state = taken?.next ?? state;
      return Promise.resolve({ reply: taken?.answer ?? 0 });
    },
  };
}

const noises = fc.array(fc.nat(255), { minLength: 20, maxLength: 20 });
const states = (belief: readonly { readonly state: number }[]) =>
  belief.map(({ state }) => state).toSorted((a, b) => a - b);

const observed = ({ performed }: { readonly performed: readonly { readonly observation: unknown }[] }) =>
  performed.map(({ observation }) => observation);

describe('what was learned', () => {
  test('changes no verdict, no evidence and no belief, whatever it is and whatever the target does', async () => {
    let pruned = 0;
    const property = fc.asyncProperty(
      tables,
      sequences,
      noises,
      learnedChoices,
      async (table, sequence, noise, learned) => {
        const machine = machineOf(table);
        const execution = await execute(machine, sequence, driverOf(table, noise), { learned });
        const whole = rejudge(machine, execution.initial, execution.performed);
        const plain = await execute(machine, sequence, driverOf(table, noise));
        for (const { violation, inconclusive, evidence, belief } of [execution, plain]) {
          expect(violation?.breaches).toEqual(whole.broken?.breaches);
          expect(inconclusive).toEqual(whole.inconclusive);
          expect(evidence).toEqual(whole.evidence);
          expect(states(belief)).toEqual(states(whole.belief));
        }
        expect(observed(execution)).toEqual(observed(plain));
        if (whole.belief.length > 8) pruned += 1;
      },
    );
    await fc.assert(property, { numRuns: 200, seed: 1 });
    // Or nothing was tested: beliefs have to grow past the size at which they are pruned.
    expect(pruned).toBeGreaterThan(10);
  });

  test('excludes a point that was answered inconsistently or seldom', () => {
    const choices = new LearnedChoices();
    choices.note({ steady: { a: 3 }, seldom: { a: 2 }, wavering: { a: 5 } });
    choices.note({ wavering: { b: 1 } });
    expect(choices.current).toEqual({ steady: 'a' });
  });

  test('excludes a point that may be answered differently from case to case', () => {
    const choices = new LearnedChoices(['many']);
    choices.note({ steady: { a: 3 }, many: { a: 9 } });
    expect(choices.current).toEqual({ steady: 'a' });
  });

  test('puts the likeliest hypothesis first, and intents are resolved by it', async () => {
    const table: Table = [
      [
        [
          { answer: 0, next: 1, latitude: 0, choice: 'left' },
          { answer: 0, next: 2, latitude: 0, choice: 'right' },
        ],
      ],
    ];
    const sequence = [{ id: 's1', operation: 'o0', kind: '', uses: {} }];
    const run = (learned: Readonly<Record<string, string>>) =>
      execute(machineOf(table), sequence, { send: () => Promise.resolve({ reply: 0 }) }, { learned });
    expect((await run({})).belief.map(({ state }) => state)).toEqual([1, 2]);
    expect((await run({ 'latitude 0': 'right' })).belief.map(({ state }) => state)).toEqual([2, 1]);
  });
});

test('the observation of a choice names the step that made it and the step that showed it', async () => {
  const table: Table = [
    [
      [
        { answer: 0, next: 1, latitude: 0, choice: 'left' },
        { answer: 0, next: 2, latitude: 0, choice: 'right' },
      ],
      [{ answer: 0, next: 1, latitude: 3, choice: '' }],
      [{ answer: 1, next: 2, latitude: 3, choice: '' }],
    ],
  ];
  const machine = machineOf(table);
  const sequence = ['s1', 's2'].map((id) => ({ id, operation: 'o0', kind: '', uses: {} }));
  const replies = [0, 1];
  const { performed, initial } = await execute(machine, sequence, {
    send: () => Promise.resolve({ reply: replies.shift() ?? 0 }),
  });
  const ofFirst = settledChoices(machine, initial, performed).filter(
    ({ latitude }) => latitude === 'latitude 0',
  );
  expect(ofFirst).toEqual([{ latitude: 'latitude 0', choice: 'right', made: 's1', settled: 's2' }]);
});
