import { expect, test } from 'vitest';
import { possible } from '../../../engine/walk/walk.ts';
import { turnKinds } from '../../../generators/calendar.ts';
import { expiryEdges } from '../../../generators/expiry-edges.ts';
import type { Setup } from '../../../models/setup.ts';
import { besideExpiry } from '../../../suites/explore/beside-expiry.ts';
import { machineNamed } from '../../../suites/explore/machines.ts';

const dayMs = 86_400_000;
const setup: Setup = {
  personas: { approve: { email: 'ok@example.test', phone: '08000000001', test: true } },
  validityMs: 30 * dayMs,
  amount: { min: 100, max: 50_000 },
  tokens: [],
  exclusive: true,
  means: new Set([
    'legacy',
    'resource',
    'persona.approve',
    'tokens',
    'tokens.issue',
    'clock.read',
    'clock.advance',
  ]),
};

function sequencesOf(name: string, of: Setup = setup) {
  const machine = machineNamed(name, of);
  if (machine === undefined) throw new Error(`no machine ${name}`);
  return { machine, sequences: besideExpiry(name, machine, 1) };
}

test.each(['legacy', 'resource-payments'])(
  '%s is asked for each operation at each place beside the expiry',
  (name) => {
    const { machine, sequences } = sequencesOf(name);
    expect(sequences.filter((sequence) => !possible(machine, sequence))).toEqual([]);
    const asked = (kind: string) =>
      new Set(
        sequences
          .filter((sequence) => sequence.find(({ operation }) => operation === 'pass-time')?.kind === kind)
          .map(
            (sequence) =>
              sequence[sequence.findIndex(({ operation }) => operation === 'pass-time') + 1]?.operation,
          ),
      );
    for (const { kind } of expiryEdges) expect([kind, asked(kind).size]).toEqual([kind, 5]);
  },
);

test.each(['legacy', 'resource-payments'])(
  '%s measures balances there, on orders of any shape too',
  (name) => {
    const { sequences } = sequencesOf(name);
    const steps = (sequence: (typeof sequences)[number]) =>
      sequence.map(({ operation, kind }) => `${operation} ${kind}`);
    for (const { kind, ms } of expiryEdges.filter((edge) => edge.ms < 0)) {
      const there = sequences.filter((sequence) => sequence.some((one) => one.kind === kind)).map(steps);
      const measured = there.filter((of) => of.some((one) => one.startsWith('refund remaining+')));
      expect([kind, ms, measured.length > 1]).toEqual([kind, ms, true]);
      expect(there.flat()).toContainEqual(expect.stringMatching(/^(?:authorize|create) mixed order$/));
    }
  },
);

test('no payment is moved to a place that lies before its half', () => {
  const { sequences } = sequencesOf('legacy', { ...setup, validityMs: dayMs });
  const kinds = sequences.flatMap((sequence) => sequence.map(({ kind }) => kind));
  expect(kinds).not.toContain('a day before expiry');
  expect(kinds).toContain('a minute before expiry');
});

test.each(['legacy', 'resource-payments'])('%s makes a payment at each turn of the calendar', (name) => {
  const kinds = sequencesOf(name).sequences.map(
    (sequence) => sequence.find(({ operation }) => operation === 'pass-time')?.kind,
  );
  for (const kind of turnKinds) expect(kinds.filter((one) => one === kind)).toEqual([kind]);
});

test('legacy reads two payments of different halves of a day between readings of the clock: a 12-hour clock shows only then', () => {
  const { sequences } = sequencesOf('legacy');
  const told = sequences.map((sequence) => sequence.map(({ operation, kind }) => `${operation} ${kind}`));
  const half = ['authorize several lines', 'read-clock read', 'status read'];
  expect(told).toContainEqual(['read-clock read', ...half, 'pass-time half a day', ...half]);
});
