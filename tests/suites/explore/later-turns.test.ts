import { expect, test } from 'vitest';
import { sameOrder } from '../../../generators/inputs/order.ts';
import { severalTexts, textClasses } from '../../../generators/inputs/texts.ts';
import { possible } from '../../../engine/walk/walk.ts';
import type { Setup } from '../../../models/setup.ts';
import { laterTurns } from '../../../suites/explore/later-turns.ts';
import { machineNamed } from '../../../suites/explore/machines.ts';

const setup: Setup = {
  personas: { approve: { email: 'ok@example.test', phone: '08000000001', test: true } },
  validityMs: 86_400_000,
  amount: { min: 100, max: 50_000 },
  tokens: [],
  exclusive: false,
  means: new Set(['legacy', 'resource', 'persona.approve', 'tokens', 'tokens.issue']),
};

test.each([
  ['legacy', 12],
  ['resource-payments', 3],
])(
  'each later turn of %s can be made, beside a payment of the same order or with unusual texts',
  (name, count) => {
    const machine = machineNamed(name, setup);
    if (machine === undefined) throw new Error(`no machine ${name}`);
    const sequences = laterTurns(name, machine, 1);
    expect(sequences).toHaveLength(count + severalTexts.length);
    expect(sequences.filter((sequence) => !possible(machine, sequence))).toEqual([]);
    const beside = sequences.filter((sequence) => sequence.some(({ kind }) => kind === sameOrder));
    expect(beside).toHaveLength(count);
    const kinds = sequences.flatMap((sequence) => sequence.map(({ kind }) => kind));
    expect(severalTexts.filter((kind) => !kinds.includes(kind))).toEqual([]);
  },
);

test.each([
  ['legacy', 'authorize'],
  ['resource-payments', 'create'],
])('of several texts of %s, each class is tried by itself where they fail', (name, operation) => {
  const machine = machineNamed(name, setup);
  const making = machine?.operations.find((one) => one.name === operation);
  const kinds = severalTexts.flatMap((kind) =>
    (making?.simpler?.({ id: 's1', operation, kind, uses: {}, data: {} }) ?? []).map((one) => one.kind),
  );
  expect(kinds).toEqual(Object.keys(textClasses).map((text) => `texts: ${text}`));
});

test('there is none where no payment can be made', () => {
  const machine = machineNamed('legacy', { ...setup, personas: {} });
  if (machine === undefined) throw new Error('no machine');
  expect(laterTurns('legacy', machine, 1)).toEqual([]);
});
