import { assert, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Machine } from '../../engine/machine.ts';
import type { Sequence, Step } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';
import { sequences } from '../../engine/walk/sequences.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import { isMalformed } from '../../generators/malformed.ts';
import { resourcePaymentsMachine } from '../../generators/resource/machine.ts';
import { at } from '../../models/checks.ts';
import type { GivenData } from '../../models/setup.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { addressRequest } from '../../spec/resource/payments/create.ts';
import { plainAuthorize } from '../../suites/webhooks/plain-calls.ts';
import { wholeSetup } from '../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../support/setups/resource-setup.ts';

const data = {
  buyer: { name: '試験 花子', name2: 'シケン ハナコ', dob: '1980-01-31' },
  buyerAddress: { address3: '港区', postal_code: '105-0011' },
  shippingAddress: { line1: '試験ビル 3号室', city: '港区', zip: '105-0011' },
  wholeAmounts: true,
} as const satisfies GivenData;

const alone = { exclusive: false } as const;
const legacy = legacyMachine({ ...wholeSetup, ...alone, data });
const plainLegacy = legacyMachine({ ...wholeSetup, ...alone });
const resource = resourcePaymentsMachine({ ...wholeResourceSetup, ...alone, data });
const plainResource = resourcePaymentsMachine({ ...wholeResourceSetup, ...alone });

interface Sent {
  readonly step: Step;
  readonly body: unknown;
}

/** The calls of a sequence to the interface, walked offline. */
function sentBy<State>(
  machine: Machine<State, Call, Reply, Notification>,
  sequence: Sequence,
): readonly Sent[] {
  const sent: Sent[] = [];
  let state = machine.initial;
  for (const step of sequence) {
    const operation = operationNamed(machine, step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) continue;
    if (call.to !== 'control') sent.push({ step, body: call.body });
    state = operation.predict(state, call, step)[0]?.next() ?? state;
  }
  return sent;
}

const cached = new Map<unknown, readonly Sequence[]>();

/** Random sequences of a machine, the same at each call. */
function drawn<State>(machine: Machine<State, Call, Reply, Notification>): readonly Sequence[] {
  const known = cached.get(machine);
  if (known !== undefined) return known;
  const all: Sequence[] = [];
  assert(
    property(sequences(machine, { minSteps: 25, maxSteps: 25 }), (sequence) => {
      all.push(sequence);
    }),
    { numRuns: 72, seed: 1 },
  );
  cached.set(machine, all);
  return all;
}

/** The calls of random sequences that one machine makes and another, or the same, sends. */
function walked<Made, Sending>(
  made: Machine<Made, Call, Reply, Notification>,
  machine: Machine<Sending, Call, Reply, Notification>,
): readonly Sent[] {
  return drawn(made).flatMap((sequence) => sentBy(machine, sequence));
}

const isBuyer = (body: unknown): boolean => {
  const buyer = at(body, ['buyer']);
  expect(buyer).toMatchObject({ ...data.buyer, address: data.buyerAddress });
  return true;
};

const ofOperation = (all: readonly Sent[], name: string) =>
  all.filter(({ step, body }) => step.operation === name && typeof body === 'object' && body !== null);
/** Nothing stands beside the zip. */
const beside = new Set(['zip alone']);

/** The calls of sequences without the malformed ones, since a target that accepts such an order has fractions in it. */
function unharmed<State>(machine: Machine<State, Call, Reply, Notification>): readonly Sent[] {
  return drawn(machine).flatMap((sequence) =>
    sentBy(
      machine,
      sequence.filter(({ kind }) => !isMalformed(kind)),
    ),
  );
}

/** All numbers in a body. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('given data', () => {
  it.each([
    ['made for the target', legacy],
    ['made for another one', plainLegacy],
  ])('is in every authorization but of who is rejected, in sequences %s', (_name, made) => {
    const all = ofOperation(walked(made, legacy), 'authorize').filter(({ step }) => !isMalformed(step.kind));
    const [rejected, others] = [true, false].map((is) =>
      all.filter(({ step }) => (step.kind === 'rejected') === is),
    );
    expect(
      others?.filter(({ body }) => at(body, ['buyer']) !== undefined && isBuyer(body)).length,
    ).toBeGreaterThan(50);
    expect(rejected?.length).toBeGreaterThan(0);
    for (const { body } of rejected ?? []) expect(at(body, ['buyer', 'name'])).not.toBe(data.buyer.name);
  });

  it('is in the plain authorizations too that a run makes beside its sequences', () => {
    const { approve } = wholeSetup.personas;
    if (approve === undefined) throw new Error('nobody is approved');
    expect(isBuyer(plainAuthorize({ ...wholeSetup, data }, approve, 'order-1').body)).toBe(true);
  });

  it('leaves the e-mail address and the phone to the persona', () => {
    const emails = ofOperation(walked(legacy, legacy), 'authorize')
      .filter(({ step }) => step.kind === 'one line')
      .map(({ body }) => [at(body, ['buyer', 'email', 'address']), at(body, ['buyer', 'phone', 'number'])]);
    expect(emails.length).toBeGreaterThan(0);
    for (const one of emails) expect(one).toEqual(['ok@example.test', '08000000001']);
  });

  it.each([
    ['made for the target', resource],
    ['made for another one', plainResource],
  ])('is in the shipping address of every creation that has a right one, in sequences %s', (_name, made) => {
    const all = ofOperation(walked(made, resource), 'create').filter(({ step }) => !isMalformed(step.kind));
    const right = all.filter(({ body }) => addressRequest.safeParse(at(body, ['shipping_address'])).success);
    expect(right.length).toBeGreaterThan(40);
    for (const { body } of right) expect(at(body, ['shipping_address'])).toMatchObject(data.shippingAddress);
    const wrong = all.filter(({ body }) => !right.some((one) => one.body === body));
    expect(new Set(wrong.map(({ step }) => step.kind)).size).toBeGreaterThan(4);
    for (const { step, body } of wrong.filter(
      (one) => at(one.body, ['shipping_address']) !== undefined && !beside.has(one.step.kind),
    ))
      expect(at(body, ['shipping_address']), step.kind).toMatchObject({ line1: data.shippingAddress.line1 });
  });

  it('is in malformed creations too, beside what is malformed', () => {
    const all = ofOperation(walked(resource, resource), 'create').filter(
      ({ step, body }) =>
        isMalformed(step.kind) && addressRequest.safeParse(at(body, ['shipping_address'])).success,
    );
    const carrying = all.filter(
      ({ body }) => at(body, ['shipping_address', 'line1']) === data.shippingAddress.line1,
    );
    expect(carrying.length).toBeGreaterThan(10);
    expect(carrying.length).toBeGreaterThan(0.9 * all.length);
  });

  it("is in no sequence, so that one can be kept: the values are the target's", () => {
    const kept = JSON.stringify([drawn(legacy), drawn(resource)]);
    for (const value of ['試験', 'シケン', '1980-01-31', '105-0011']) {
      expect(kept).not.toContain(value);
    }
  });

  it('is replaced by usual values where its sequence is replayed on a target without', () => {
    const all = ofOperation(walked(resource, plainResource), 'create').filter(
      ({ step }) => !isMalformed(step.kind),
    );
    expect(all.length).toBeGreaterThan(50);
    expect(JSON.stringify(all.map(({ body }) => body))).not.toContain('$address');
  });

  it('of one part beside zip leaves an address of one part; of more does not try one', () => {
    const few = { shippingAddress: { city: '港区', zip: '105-0011' } };
    const machine = resourcePaymentsMachine({ ...wholeResourceSetup, ...alone, data: few });
    const one = ofOperation(walked(machine, machine), 'create').filter(
      ({ step }) => step.kind === 'one address part',
    );
    expect(one.length).toBeGreaterThan(0);
    for (const { body } of one) expect(at(body, ['shipping_address'])).toEqual(few.shippingAddress);
    const kinds = walked(resource, resource).map(({ step }) => step.kind);
    expect(kinds).not.toContain('one address part');
  });

  it.each([
    ['legacy', () => unharmed(legacy)],
    ['resource', () => unharmed(resource)],
  ])('in whole amounts sends no fraction but where it must be refused: %s', (_name, sent) => {
    const all = sent().filter(({ step: { kind } }) => kind !== 'remaining+0.01');
    expect(all.length).toBeGreaterThan(200);
    for (const { step, body } of all)
      expect(
        numbersIn(body).filter((number) => !Number.isInteger(number)),
        step.kind,
      ).toEqual([]);
  });
});
