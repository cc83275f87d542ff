import type { Believed, Step } from '../../engine/model.ts';
import { Big } from 'big.js';
import { askedFor, believed } from '../believed.ts';
import type { Call } from '../wire.ts';
import { decimalText, sum } from './forms.ts';
import { bodyOf } from './replies/bodies.ts';
import type { Payment, ResourceState } from './state.ts';

/** What is believed of the payment, its captures and the token that a step is about (resource, States and transitions). */
export function resourceBelieves(
  state: ResourceState,
  { operation, uses }: Step,
  call: Call,
): readonly Believed[] {
  const of = uses['payment'] ?? '';
  const payment = state.payments[of];
  return payment === undefined
    ? aboutToken(state, uses['token'])
    : aboutPayment(payment, of, operation, uses['capture'], call);
}

function aboutToken({ tokens }: ResourceState, of = ''): readonly Believed[] {
  const token = tokens[of];
  if (token === undefined) return [];
  return [
    believed({ fact: 'state', role: 'token', of, is: token.status.is }),
    believed({ fact: 'state', role: 'consumer', of, is: token.consumer }),
  ];
}

function aboutPayment(
  { amount, status, captures, refunds, moved }: Payment,
  of: string,
  operation: string,
  ofCapture: string | undefined,
  call: Call,
): readonly Believed[] {
  const about = [
    ...(amount === undefined ? [] : [believed({ fact: 'amount', what: 'authorized', of, is: amount })]),
    believed({ fact: 'state', role: 'payment', of, is: status.is }),
    ...(moved === 'past' ? [believed({ fact: 'state', role: 'expiry', of, is: 'past' })] : []),
  ];
  const taken = totals(captures, of, 'captured');
  const returned = [...new Set(refunds.map(({ capture }) => capture))].flatMap((capture) =>
    totals(
      refunds.filter((one) => one.capture === capture),
      capture,
      'refunded',
    ),
  );
  const capture = captures.find(({ step }) => step === ofCapture);
  const given = refunds.filter((one) => one.capture === ofCapture).map((one) => one.amount);
  if (operation !== 'refund' || capture?.amount === undefined || !given.every((one) => one !== undefined))
    return [...about, ...taken, ...returned];
  const left = new Big(capture.amount).minus(sum(given)).toFixed();
  const asked = decimalText(bodyOf(call as Parameters<typeof bodyOf>[0])['amount']);
  return [
    ...about,
    ...taken,
    ...returned,
    believed({ fact: 'left', to: 'refund', is: left }),
    ...(asked === undefined ? [] : [askedFor(asked, left)]),
  ];
}

/** The sum of what is known; nothing where one amount is not. */
function totals(
  made: readonly { readonly amount?: string | undefined }[],
  of: string,
  what: 'captured' | 'refunded',
): readonly Believed[] {
  const amounts = made.map(({ amount }) => amount);
  return amounts.length > 0 && amounts.every((one) => one !== undefined)
    ? [believed({ fact: 'amount', what, of, is: sum(amounts) })]
    : [];
}
