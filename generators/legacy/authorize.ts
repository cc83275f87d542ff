import { constantFrom } from 'fast-check';
import type { Json, Step } from '../../engine/model.ts';
import { predictAuthorize } from '../../models/legacy/authorize.ts';
import { at, isObject } from '../../models/checks.ts';
import { authorizeMaterial } from '../../models/legacy/replies/authorize-material.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Persona, Setup } from '../../models/setup.ts';
import { authorizeRequest } from '../../spec/legacy/authorize.ts';
import { isMalformed } from '../malformed.ts';
import { astralText } from '../malformed-values.ts';
import { consumer, freshRef, history, mixedShape, order, seeded } from '../data.ts';
import { answering, asking, needsPin, otherPhone, withCode } from './pins.ts';
import type { Shape } from './operations.ts';
import {
  everyField,
  everyFieldButType,
  halves,
  mixed,
  orders,
  weighty,
  withoutRefs,
} from './orders/authorize-orders.ts';
import { otherText, otherTexts, signedParts } from './checksums/authorize-checksums.ts';
import { authorizeReductions } from './orders/authorize-reductions.ts';
import { bodiesOf, drawRequest, request, mutatedAttempts } from './requests.ts';

const bad = bodiesOf(authorizeRequest);

const otherData = 'checksum of other data';

// The settings give the path of authorize, so no unknown path below it is tried.
const wrong = mutatedAttempts(bad, [otherData, ...otherTexts])({}).filter(
  ({ kind }) => kind !== 'unknown path',
);

/** Whether an order_ref may be used twice is not shown; if so, it makes another payment. */
const refAgain = 'order_ref of another payment';

/** The latest payment that was authorized with an order_ref. */
function numberedIn({ payments }: LegacyState): string | undefined {
  return Object.keys(payments).findLast((key) => payments[key]?.orderRefAtAuthorize !== undefined);
}

/** Which lengths and characters an order_ref may have is not shown. */
const unspecifiedRefs: Readonly<Record<string, (ref: string) => string>> = {
  'order_ref of 300 characters': (ref) => ref.padEnd(300, 'x'),
  'order_ref in Japanese': (ref) => `注文${astralText}-${ref}`,
};

/** At most three payments are alive at a time, and few more in all: long sequences on few entities find most. */
const mostOpen = 3;
const mostPayments = 5;

export const authorizeOperation = (setup: Setup): Shape => ({
  name: 'authorize',
  // A person reads one PIN in a run.
  ...(setup.asksPin === true && { spends: (_state, { kind }) => (kind === needsPin ? 'PIN' : undefined) }),

  attempts(state) {
    const { approve, reject } = setup.personas;
    const payments = Object.values(state.payments);
    const full =
      payments.length >= mostPayments ||
      payments.filter((payment) => payment.state.is === 'open').length >= mostOpen;
    // Operations on a payment find more faults than another payment.
    const share = payments.some(({ state: { is } }) => is === 'open') ? 0.4 : 1;
    const plain =
      full || approve === undefined
        ? []
        : [
            ...[...Object.keys(orders), mixed].map((kind) => ({
              kind,
              uses: {},
              weight: weighty.has(kind) ? 4 * share : share,
            })),
            ...Object.keys(unspecifiedRefs).map((kind) => ({ kind, uses: {}, negative: true, weight: 0.3 })),
          ];
    const numbered = full || approve === undefined ? undefined : numberedIn(state);
    const again =
      numbered === undefined ? [] : [{ kind: refAgain, uses: { other: numbered }, negative: true }];
    const rejected = reject === undefined ? [] : [{ kind: 'rejected', uses: {}, negative: true }];
    return [
      ...plain,
      ...(full ? [] : asking(setup, state)),
      ...answering(setup, state),
      ...again,
      ...rejected,
      ...(approve === undefined ? [] : wrong),
    ];
  },

  draw(attempt, _state, draw) {
    const from = seeded(draw);
    const { address, ...person } = consumer(from);
    const shape =
      attempt.kind === mixed
        ? mixedShape(from, setup.data?.wholeAmounts)
        : (orders[attempt.kind] ?? { lines: isMalformed(attempt.kind) ? 2 : 1 });
    const whole = order(from, setup.amount, shape);
    const withRef = attempt.kind === mixed ? from.datatype.boolean() : !withoutRefs.has(attempt.kind);
    const { order_ref: orderRef, ...withoutRef } = whole;
    const { address1, ...requiredAddress } = address;
    const { dob, ...requiredPerson } = person;
    const typed = attempt.kind === everyField;
    const all = typed || attempt.kind === everyFieldButType;
    return {
      ...drawRequest(attempt, draw, bad),
      ...(attempt.kind === otherData && { part: draw(constantFrom(...signedParts)) }),
      body: {
        buyer: {
          ...requiredPerson,
          ...(all && { dob }),
          address: { ...requiredAddress, ...(all && { address1 }) },
        },
        order: {
          ...withoutRef,
          items: withoutRef.items.map((line) => ({ ...line })),
          ...(withRef && orderRef !== undefined && { order_ref: orderRef }),
        },
        merchant_data: history(from, {
          whole: setup.data?.wholeAmounts === true,
          halves: attempt.kind === halves,
        }),
        ...(all && {
          options: typed ? { authorize_type: from.helpers.arrayElement(['simple', 'extended']) } : {},
        }),
      },
    };
  },

  resolve(state, step) {
    const body = bodyOf(setup, state, step);
    if (body === undefined) return undefined;
    const part = at(step.data, ['part']);
    const other = step.kind === otherData && typeof part === 'string' ? changedAt(body, part) : undefined;
    const text = otherText(step.kind, body);
    const made = request(step, 'authorize', body, (sent) => text ?? authorizeMaterial(other ?? sent), bad);
    return setup.asksPin === true && step.kind === needsPin ? { ...made, given: 'pin' } : made;
  },

  readBack(step) {
    const uses = { payment: step.id };
    return { operation: 'status', kind: 'read', uses, data: { encoding: 'hex' } };
  },

  reductions: (step) => authorizeReductions(step, setup.amount.min),

  /** The same order of a consumer who needs no PIN. */
  simpler(step) {
    const ref = at(step.data, ['body', 'order', 'order_ref']);
    return step.kind === 'right PIN'
      ? [{ ...step, kind: ref === undefined ? 'no order_ref' : 'one piece', uses: {} }]
      : [];
  },

  predict: predictAuthorize(setup),
});

function bodyOf(setup: Setup, state: LegacyState, step: Step): { readonly [key: string]: Json } | undefined {
  if (step.uses['asked'] !== undefined) return withCode(state, step);
  const body = at(step.data, ['body']);
  const persona = personaOf(setup, step.kind);
  if (!isObject(body) || persona === undefined) return undefined;
  const buyer = body['buyer'] as { [name: string]: Json };
  const submitted = body['order'] as { [name: string]: Json };
  const ref = submitted['order_ref'];
  const first = state.payments[step.uses['other'] ?? '']?.orderRefAtAuthorize;
  if (step.kind === refAgain && first === undefined) return undefined;
  const changed = unspecifiedRefs[step.kind] ?? ((plain: string) => first ?? plain);
  return {
    ...(body as { [name: string]: Json }),
    ...(typeof ref === 'string' && { order: { ...submitted, order_ref: changed(freshRef(state, ref)) } }),
    buyer: {
      ...(step.kind === 'rejected' ? buyer : asGiven(buyer, setup)),
      email: { address: persona.email },
      phone: { number: persona.phone },
    },
  };
}

/** The buyer with the values that the settings give. Here, so that a reproduction holds none of them and carries those of its target. */
function asGiven(buyer: { [name: string]: Json }, { data }: Setup): { [name: string]: Json } {
  const { address } = buyer;
  return {
    ...buyer,
    ...data?.buyer,
    ...(isObject(address) && data?.buyerAddress && { address: { ...address, ...data.buyerAddress } }),
  };
}

/** The same data with another value in one place, of the same type. */
function changedAt(body: { readonly [key: string]: Json }, path: string): { readonly [key: string]: Json } {
  const [of = '', name = ''] = path.split('.');
  const held = body[of] as { readonly [key: string]: Json };
  const value = held[name];
  const other =
    typeof value === 'boolean'
      ? !value
      : typeof value === 'number'
        ? value + 1
        : `${typeof value === 'string' ? value : ''}0`;
  return { ...body, [of]: { ...held, [name]: other } };
}

function personaOf({ personas }: Setup, kind: string): Persona | undefined {
  const { approve, pin } = personas;
  if (kind === otherPhone) return pin && approve && { ...pin, phone: approve.phone };
  if (kind === needsPin) return pin;
  return kind === 'rejected' ? personas.reject : personas.approve;
}
