import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sequences } from '../../../engine/walk/sequences.ts';
import { controlled } from '../../../harness/means/means.ts';
import type { Setup } from '../../../models/setup.ts';
import { machineNamed, machineNames } from '../../../suites/explore/machines.ts';
import { checkStored } from '../../../suites/replay/check-stored.ts';
import { storedReproduction } from '../../support/runs/stored.ts';

const persona = { email: 'ok@example.test', phone: '08000000001', test: true };
const offered = [
  'legacy',
  'resource',
  'persona.approve',
  'persona.pin',
  'persona.reject',
  'pin',
  'tokens',
] as const;
const setup: Omit<Setup, 'means' | 'exclusive'> = {
  personas: {
    approve: persona,
    pin: { ...persona, email: 'pin@example.test', phone: '08000000002' },
    reject: { ...persona, email: 'no@example.test', phone: '08000000003' },
  },
  validityMs: 86_400_000,
  amount: { min: 100, max: 50_000 },
  tokens: ['tok_1', 'tok_2'],
  twoKeys: true,
};

test.each(
  machineNames.flatMap((machine) =>
    [true, false].flatMap((exclusive) => [controlled, []].map((means) => ({ machine, exclusive, means }))),
  ),
)(
  'no sequence that a run walks is refused: $machine, exclusive $exclusive, with $means.length controls',
  (one) => {
    const { machine: name, exclusive, means } = one;
    const machine = machineNamed(name, { ...setup, means: new Set([...offered, ...means]), exclusive });
    if (machine === undefined) throw new Error(`no machine ${name}`);
    const { signature, ...stored } = storedReproduction();
    const of = name === 'legacy' ? 'legacy' : 'resource';
    const walked = fc.sample(sequences(machine), { numRuns: 12, seed: 7 });
    for (const sequence of walked)
      checkStored({
        ...stored,
        machine: name,
        interface: of,
        signature: { ...signature, at: 'reply' },
        sequence,
      });
    expect(walked.some((steps) => steps.some(({ uses }) => Object.keys(uses).length > 0))).toBe(true);
  },
);

test('a reproduction of an open point is judged under an answer that the point has', () => {
  const point = 'legacy.refund.payment-state';
  const { signature, ...stored } = storedReproduction();
  const under = (choice: string) => () =>
    checkStored({
      ...stored,
      requirement: [],
      signature: { ...signature, at: 'reply', rules: [point] },
      assumed: { point, choice },
    });
  expect(under('unchanged')).not.toThrow();
  expect(under('never')).toThrow(/has no choice "never"/);
  expect(() => checkStored({ ...stored, signature: { ...signature, at: 'reply', rules: [point] } })).toThrow(
    /no requirement/,
  );
});
