import { Big } from 'big.js';
import fc from 'fast-check';
import type { Attempt, Draw } from '../../../engine/machine.ts';
import type { Json, Step } from '../../../engine/model.ts';
import { predictRefund } from '../../../models/resource/payments/refund.ts';
import type { Capture, Payment, ResourceState } from '../../../models/resource/state.ts';
import { refundRequest } from '../../../spec/resource/payments/refund.ts';
import { pairs, pairsIn, sentence, unknownId } from '../data.ts';
import type { Shape } from '../shape.ts';
import { paymentsOf } from '../attempts.ts';

const amounts = [
  'part',
  'half',
  'remaining',
  'remaining-1',
  'remaining+1',
  'remaining+0.01',
  'none',
  'zero',
  'fraction',
] as const;

/** A reason has attempts of its own: allowed values are not shown, so a target may refuse any. */
const withReason: Readonly<Record<string, string>> = {
  'part with reason': 'part',
  'none with reason': 'none',
};

/** Refunds of any amount may hold metadata. */
const varied: ReadonlySet<string> = new Set([
  'half',
  'remaining-1',
  'none',
  'fraction',
  ...Object.keys(withReason),
]);

/** After a partial refund only a refund of the rest, or of more, shows whether that part was counted. */
/** What must be refused: more than is left, and nothing. */
const refusedAmounts: ReadonlySet<string> = new Set(['remaining+1', 'remaining+0.01', 'zero']);
const weights: Partial<Record<(typeof amounts)[number], number>> = {
  'remaining+1': 12,
  'remaining+0.01': 12,
  remaining: 2,
  none: 3,
  fraction: 3,
};

/** The intents of refunding a capture; amounts are resolved against what is left when the step runs. */
export const refundOperation: Shape = {
  name: 'refund',
  entity: 'payment',
  schema: refundRequest,
  hasNumbers: true,
  body: 'needed',
  ordinary: 'part',
  intents,
  sound: (state) => intents(state).find(({ kind }) => kind === 'part')?.uses,
  draw: (kind, _state, _uses, draw) => bodyFor(kind, draw),
  marks,
  texts: { within: 'part with reason', texts: ['reason'], pairs: 'metadata' },
  predict: predictRefund,
};

function intents(state: ResourceState): readonly Attempt[] {
  return paymentsOf(state).flatMap(([key, payment]): readonly Attempt[] => {
    const uses = { payment: key };
    const [capture] = payment.captures;
    if (capture === undefined) return [{ kind: 'not captured', uses, negative: true }];
    const captured = { payment: key, capture: capture.step };
    const otherPayment = paymentsOf(state).find(
      ([other, { captures }]) => other !== key && captures.length > 0,
    );
    const otherCapture = otherPayment?.[1].captures[0];
    const wrong: readonly Attempt[] = [
      { kind: 'wrong capture', uses, negative: true },
      ...similarIds(payment).map((kind) => ({ kind, uses: { ...uses, near: capture.step }, negative: true })),
      ...(otherCapture === undefined
        ? []
        : [
            {
              kind: 'capture of another payment',
              uses: { payment: key, capture: otherCapture.step },
              negative: true,
            },
          ]),
    ];
    const left = remaining(payment, capture);
    if (left !== undefined && left.lte(0))
      return [
        { kind: 'none', uses: captured, negative: true },
        { kind: 'one', uses: captured, negative: true },
        ...wrong,
      ];
    return [
      ...amounts.map((kind) => ({
        kind,
        uses: captured,
        negative: refusedAmounts.has(kind),
        weight: weights[kind] ?? 1,
      })),
      ...Object.keys(withReason).map((kind) => ({ kind, uses: captured })),
      { kind: 'metadata 20', uses: captured },
      { kind: 'metadata 21', uses: captured, negative: true },
      ...wrong,
    ];
  });
}

function bodyFor(kind: string, draw: Draw): Json {
  const count = pairsIn[kind] ?? 0;
  const pairCount =
    count > 0 ? count : varied.has(kind) ? draw(fc.constantFrom(undefined, 0, 2, 20)) : undefined;
  const share = count > 0 ? 'part' : (withReason[kind] ?? kind);
  return {
    capture_id:
      kind === 'wrong capture' || kind === 'not captured'
        ? draw(unknownId('cap_'))
        : kind in similar
          ? '$nearly'
          : '$capture',
    ...(share !== 'none' && { amount: `$${share}` }),
    ...(kind in withReason && { reason: draw(sentence) }),
    ...(pairCount !== undefined && { metadata: draw(pairs(pairCount)) }),
  };
}

/** Ids that differ little from one of the payment's, for targets that compare only a part. */
const similar: Readonly<Record<string, (id: string) => string>> = {
  'capture id cut short': (id) => id.slice(0, -1),
  'capture id with more at its end': (id) => `${id}0`,
};

/** None with several captures, since one may have the id of another. */
const similarIds = ({ captures }: Payment) => (captures.length === 1 ? Object.keys(similar) : []);

function remaining(payment: Payment, capture: Capture): Big | undefined {
  if (capture.amount === undefined) return undefined;
  return payment.refunds
    .filter((refund) => refund.capture === capture.step)
    .reduce((left, { amount }) => left.minus(amount ?? 0), new Big(capture.amount));
}

/** Ids, and amounts by intent in yen; one yen where the captured amount is unknown. */
function marks(state: ResourceState, step: Step): Readonly<Record<string, Json>> {
  const { payment: key, capture: made } = step.uses;
  const payment = key === undefined ? undefined : state.payments[key];
  const all = Object.values(state.payments).flatMap(({ captures }) => captures);
  const capture = all.find((one) => one.step === made);
  const idOf = (of = '') => all.find((one) => one.step === of)?.id ?? `cap_of-${of}`;
  const left = (payment && capture && remaining(payment, capture)) ?? new Big(1);
  const most = left.gt(0) ? left : new Big(1);
  const whole = (share: Big): number => {
    const rounded = share.round(0, Big.roundDown);
    return rounded.gt(0) ? rounded.toNumber() : 1;
  };
  return {
    $nearly: similar[step.kind]?.(idOf(step.uses['near'])) ?? null,
    $capture: capture?.id ?? `cap_of-${made ?? 'nothing'}`,
    $part: whole(most.div(5)),
    $half: whole(most.div(2)),
    $remaining: most.toNumber(),
    '$remaining-1': whole(most.minus(1)),
    '$remaining+1': left.plus(1).toNumber(),
    $zero: 0,
    $one: 1,
    '$remaining+0.01': left.plus('0.01').toNumber(),
    // Not exact as a float.
    $fraction: 0.1,
    '$not captured': 1,
    '$wrong capture': 1,
    '$capture id cut short': 1,
    '$capture id with more at its end': 1,
    '$capture of another payment': 1,
  };
}
