import { Big } from 'big.js';
import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequences } from '../../../engine/walk/sequences.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Sequence } from '../../../engine/model.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine } from '../../../generators/resource/machine.ts';
import type { LegacyState } from '../../../models/legacy/payment/state.ts';
import type { Payment, ResourceState } from '../../../models/resource/state.ts';
import { allLatitudes } from '../../../spec/register.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';

type Profile = Readonly<Record<string, string>>;

/** One choice for each open point, by a seed. */
function profileOf(seed: number): Profile {
  return Object.fromEntries(
    allLatitudes.map(({ id, choices }, at) => [id, choices[(seed * 31 + at * 7) % choices.length] ?? '']),
  );
}

/** Walks a sequence under a profile, takes any permitted outcome, and judges the state after each possible one. */
function walked<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  seed: number,
  { afterReply, judge }: { readonly afterReply: (state: S) => S; readonly judge: (state: S) => void },
): void {
  const profile = profileOf(seed);
  let state = machine.initial;
  for (const [at, step] of sequence.entries()) {
    const operation = operationNamed(machine, step.operation);
    const call = operation?.resolve(state, step);
    // After an outcome that is not the ordinary one a later step may be impossible.
    if (operation === undefined || call === undefined) continue;
    const outcomes = operation.predict(state, call, step);
    const possible = outcomes.filter(({ assumes = {} }) =>
      Object.entries(assumes).every(([latitude, choice]) => profile[latitude] === choice),
    );
    const states = (possible.length > 0 ? possible : outcomes).map((outcome) => afterReply(outcome.next()));
    for (const one of states) judge(one);
    state = states[(seed + at) % 3 === 0 ? (seed + at) % states.length : 0] ?? state;
  }
}

const sum = (amounts: readonly string[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0));

/** The state with ids, as replies would show them. */
function legacyAfterReply(state: LegacyState): LegacyState {
  const named = <T extends { readonly id: string | undefined }>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(all).map(([step, one]) => [step, { ...one, id: one.id ?? `id-${step}` }]),
    );
  return { ...state, payments: named(state.payments), captures: named(state.captures) };
}

function judgeLegacy({ payments, captures }: LegacyState): void {
  for (const [key, { authorized, order, taken, amountUnknown }] of Object.entries(payments)) {
    const of = Object.values(captures).filter(({ payment }) => payment === key);
    const most = new Big(authorized).gt(order.total) ? authorized : order.total;
    for (const { amount, refunded } of of) {
      expect(new Big(refunded).gte(0)).toBe(true);
      const within = amount === undefined || new Big(refunded).lte(amount);
      expect(within, `${refunded} of ${amount}`).toBe(true);
    }
    if (amountUnknown || of.some(({ amount }) => amount === undefined)) continue;
    const captured = sum(of.map(({ amount }) => amount ?? '0'));
    expect(captured.toFixed()).toBe(new Big(taken.amount).toFixed());
    expect(captured.lte(most), `${captured.toFixed()} of ${most}`).toBe(true);
  }
}

/** The state with ids and captured amounts, as replies would show them. */
function resourceAfterReply(state: ResourceState): ResourceState {
  const payments = Object.entries(state.payments).map(([step, payment]): [string, Payment] => {
    const share = new Big(payment.amount ?? 2).div(payment.captures.length + 1).round(0, Big.roundDown);
    const afterReply: Payment = {
      ...payment,
      id: payment.id ?? `pay_${step}`,
      seen: true,
      captures: payment.captures.map((one) => ({
        ...one,
        id: one.id ?? `cap_${one.step}`,
        amount: one.amount ?? share.toFixed(),
      })),
      refunds: payment.refunds.map((one) => ({ ...one, id: one.id ?? `ref_${one.step}` })),
    };
    return [step, afterReply];
  });
  const tokens = Object.entries(state.tokens).map(([step, token]) => [
    step,
    { ...token, id: token.id ?? `tok_${step}` },
  ]);
  return {
    ...state,
    payments: Object.fromEntries(payments),
    tokens: Object.fromEntries(tokens) as ResourceState['tokens'],
  };
}

function judgeResource({ payments }: ResourceState): void {
  for (const { amount, captures, refunds, status } of Object.values(payments)) {
    for (const capture of captures) {
      const of = refunds.filter((refund) => refund.capture === capture.step);
      if (capture.amount === undefined || of.some((refund) => refund.amount === undefined)) continue;
      const returned = sum(of.map((refund) => refund.amount ?? '0'));
      expect(returned.lte(capture.amount), `${returned.toFixed()} of ${capture.amount}`).toBe(true);
      expect(of.every((refund) => new Big(refund.amount ?? 0).gte(0))).toBe(true);
    }
    const whole = amount !== undefined && captures.length === 1 && status.is === 'CLOSED';
    expect(!whole || sum(captures.map((one) => one.amount ?? '0')).lte(amount)).toBe(true);
  }
}

describe('under any choice of open points a belief never has', () => {
  const seeds = [1, 2, 3, 5, 8];

  it.each(seeds)(
    'more refunded than captured, or more captured than authorized, of legacy payments (%i)',
    (seed) => {
      const machine = legacyMachine(wholeSetup);
      const walks = sequences(machine, { minSteps: 40, maxSteps: 40 });
      const judged = { afterReply: legacyAfterReply, judge: judgeLegacy };
      assert(
        property(walks, (sequence) => walked(machine, sequence, seed, judged)),
        { numRuns: 12, seed },
      );
    },
  );

  it.each(seeds)('more refunded than captured of payments of the resource interface (%i)', (seed) => {
    const machine = resourcePaymentsMachine({
      ...wholeSetup,
      means: new Set(['resource', 'tokens', 'tokens.issue', 'clock.advance']),
      exclusive: false,
    });
    const walks = sequences(machine, { minSteps: 40, maxSteps: 40 });
    const judged = { afterReply: resourceAfterReply, judge: judgeResource };
    assert(
      property(walks, (sequence) => walked(machine, sequence, seed, judged)),
      { numRuns: 12, seed },
    );
  });
});
