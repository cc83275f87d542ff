import type { Believed, Step } from '../../engine/model.ts';
import { askedFor, believed } from '../believed.ts';
import type { Call } from '../wire.ts';
import { at } from '../checks.ts';
import { amountOf, minus, partOf, restOfLine, worth } from './payment/amounts.ts';
import type { LegacyState } from './payment/state.ts';

/** What is believed of the payment and the capture that a step is about (legacy, States and transitions). */
export function legacyBelieves(
  state: LegacyState,
  { operation, uses }: Step,
  call: Call,
): readonly Believed[] {
  const ofCapture = uses['capture'] ?? '';
  const capture = state.captures[ofCapture];
  const ofPayment = capture?.payment ?? uses['payment'] ?? '';
  const payment = state.payments[ofPayment];
  if (payment === undefined) return [];
  const { order, taken, authorized, amountUnknown } = payment;
  const about = [
    believed({ fact: 'amount', what: 'authorized', of: ofPayment, is: authorized }),
    ...(payment.updated
      ? [believed({ fact: 'amount', what: 'ordered', of: ofPayment, is: order.total })]
      : []),
    believed({ fact: 'state', role: 'payment', of: ofPayment, is: payment.state.is }),
  ];
  if (operation === 'refund') {
    if (capture?.amount === undefined) return about;
    const left = capture.returned ? '0' : minus(capture.amount, capture.refunded);
    const asked = amountOf(at(call.body, ['amount']));
    return [
      ...about,
      believed({ fact: 'amount', what: 'captured', of: ofCapture, is: capture.amount }),
      ...refunded(state, ofCapture),
      believed({ fact: 'left', to: 'refund', is: left }),
      ...(asked === undefined ? [] : [askedFor(asked, left)]),
    ];
  }
  const own = Object.entries(state.captures).filter(([, made]) => made.payment === ofPayment);
  if (amountUnknown === true) return about;
  const left = minus(order.total, taken.amount);
  const part = operation === 'capture' ? partOf(call.body, (item) => restOfLine(payment, item)) : undefined;
  const asked = part && worth(order, part);
  return [
    ...about,
    ...(own.length === 0
      ? []
      : [
          believed({ fact: 'amount', what: 'captured', of: ofPayment, is: taken.amount }),
          believed({ fact: 'left', to: 'capture', is: left }),
        ]),
    ...own.flatMap(([key]) => refunded(state, key)),
    ...(asked === undefined ? [] : [askedFor(asked, left)]),
  ];
}

function refunded({ captures }: LegacyState, of: string): readonly Believed[] {
  const { amount, returned, refunded: parts = '0' } = captures[of] ?? {};
  const is = returned === true && amount !== undefined ? amount : parts;
  return is === '0' ? [] : [believed({ fact: 'amount', what: 'refunded', of, is })];
}
