import { expect, test } from 'vitest';
import type { Machine } from '../../../engine/machine.ts';
import type { Sequence, Step } from '../../../engine/model.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { defaultWalk, possible, walk } from '../../../engine/walk/walk.ts';
import { nothingDrawn } from '../../../engine/walk/weighted-choice.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import { at } from '../../../models/checks.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

const legacy = legacyMachine({ ...wholeSetup, exclusive: false });
const payments = resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false });
const tokens = resourceTokensMachine({ ...wholeResourceSetup, exclusive: false });

function walks<S, C, R, N>(machine: Machine<S, C, R, N>, bystanderShare = 1): readonly Sequence[] {
  const [random, drawn] = [seededRandom(6), nothingDrawn()];
  const options = { ...defaultWalk, coveringShare: 1, bystanderShare, maxSteps: 14 };
  return Array.from({ length: 8 }, () => walk(machine, random, drawn, options));
}

const ofLegacy = walks(legacy);
const ofPayments = walks(payments);
const ofTokens = walks(tokens);

const besides = ['order of another payment', 'same wallet'];
const made = (sequence: Sequence): readonly Step[] => sequence.filter(({ kind }) => besides.includes(kind));

test('a share of the covering walks has bystanders', () => {
  expect(ofTokens.filter((steps) => made(steps).length > 0).length).toBeGreaterThan(4);
  expect(walks(tokens, 0).flatMap(made)).toEqual([]);
});

test.each([
  ['legacy', () => ofLegacy.every((steps) => possible(legacy, steps))],
  ['payments', () => ofPayments.every((steps) => possible(payments, steps))],
  ['tokens', () => ofTokens.every((steps) => possible(tokens, steps))],
])('every walk of %s with bystanders is possible', (_name, allPossible) => {
  expect(allPossible()).toBe(true);
});

/** Each bystander in the place of `path`, with what it stands beside. */
const pairs = (all: readonly Sequence[], path: readonly string[]) =>
  all.flatMap((steps) =>
    made(steps)
      .filter(({ operation }) => operation !== 'issue-token')
      .map(({ data, uses }) => [
        at(data, path),
        at(steps.find(({ id }) => id === uses['other'])?.data, path),
      ]),
  );

test('a payment stands beside one of the same order, and has an order_ref where that has one', () => {
  const found = pairs(ofPayments, ['body', 'order']);
  expect(found.length).toBeGreaterThan(3);
  for (const [one, other] of found) expect(one).toEqual(other);
  const amounts = pairs(ofLegacy, ['body', 'order', 'total_amount']);
  expect(amounts.length).toBeGreaterThan(3);
  for (const [one, other] of amounts) expect(one).toBe(other);
});

test('after changes of one payment the other is read', () => {
  const readBeside = ofLegacy.flatMap((steps) => {
    const [bystander] = made(steps);
    return steps.filter(({ operation, uses }, nth) => {
      const before = steps[nth - 1]?.uses['payment'];
      const pair = [bystander?.id, bystander?.uses['other']];
      return (
        operation === 'status' &&
        before !== uses['payment'] &&
        pair.includes(before) &&
        pair.includes(uses['payment'])
      );
    });
  });
  expect(readBeside.length).toBeGreaterThan(5);
});
