import { expect, test } from 'vitest';
import { possible } from '../../../engine/walk/walk.ts';
import type { Setup } from '../../../models/setup.ts';
import { machineNamed, machineNames } from '../../../suites/explore/machines.ts';
import { listsAlone } from '../../../suites/explore/lists-alone.ts';
import { manyOf } from '../../../suites/explore/many.ts';

const persona = { email: 'ok@example.test', phone: '08000000001', test: true };
const setup: Setup = {
  personas: { approve: persona },
  validityMs: 86_400_000,
  amount: { min: 100, max: 50_000 },
  tokens: [],
  exclusive: false,
  means: new Set(['legacy', 'resource', 'persona.approve', 'tokens', 'tokens.issue', 'tokens.change']),
};

/** The long sequences of a machine of the setup. */
function longOf(name: string, of: Setup) {
  const machine = machineNamed(name, of);
  if (machine === undefined) throw new Error(`no machine ${name}`);
  return { machine, sequences: manyOf(name, machine, 1) };
}

test.each(machineNames)(
  'the long sequence of %s can be made, and reads the tenth once all are made',
  (name) => {
    const { machine, sequences } = longOf(name, setup);
    const [sequence = []] = sequences;
    expect(possible(machine, sequence)).toBe(true);
    const made = sequence.filter(({ operation }) =>
      ['authorize', 'create', 'issue-token'].includes(operation),
    );
    expect(made.length).toBeGreaterThan(60);
    const [tenth, last] = [made[name === 'resource-payments' ? 10 : 9]?.id ?? '', made.at(-1)?.id ?? ''];
    const readers = sequence.filter(({ uses }) => Object.values(uses).includes(tenth));
    expect(readers).toHaveLength(1);
    expect(sequence.findIndex(({ id }) => id === last)).toBeLessThan(
      sequence.findIndex((step) => step === readers[0]),
    );
  },
);

test('there is none where no payment can be made', () => {
  expect(longOf('legacy', { ...setup, personas: {} }).sequences).toEqual([]);
});

test('tokens that stand next to each other are changed where they can be issued, each with its neighbours read behind it', () => {
  const { machine } = longOf('resource-tokens', setup);
  const [sequence = [], ...others] = listsAlone('resource-tokens', machine, 1);
  expect(others).toEqual([]);
  expect(possible(machine, sequence)).toBe(true);
  const changes = sequence.filter(({ operation }) => ['suspend', 'resume', 'delete'].includes(operation));
  expect(new Set(changes.map(({ uses }) => uses['token']))).toEqual(new Set(['s1', 's2', 's3']));
  for (const change of changes) {
    const behind = sequence.slice(sequence.indexOf(change) + 1, sequence.indexOf(change) + 4);
    expect(behind.map(({ operation }) => operation)).toEqual(['token-get', 'token-get', 'token-list']);
    expect(behind.map(({ uses }) => uses['token'])).not.toContain(change.uses['token']);
  }
});

test.each(['legacy', 'resource-payments'])('%s lists no tokens', (name) => {
  expect(listsAlone(name, longOf(name, setup).machine, 1)).toEqual([]);
});
