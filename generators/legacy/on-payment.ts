import type { Attempt } from '../../engine/machine.ts';
import type { Json, Step } from '../../engine/model.ts';
import { aboutPayment } from '../../models/legacy/payment/about-payment.ts';
import type { LegacyState, Payment } from '../../models/legacy/payment/state.ts';
import type { PaymentModel } from '../../models/legacy/subject.ts';
import { borrowedChecksums } from './checksums.ts';
import type { Shape } from './operations.ts';
import {
  bodiesOf,
  drawNamed,
  requestForms as ofForms,
  mutatedAttempts,
  request,
  simplerKinds,
} from './requests.ts';
import { nearIdForms } from '../request-mutations.ts';
import { foreign, subjectOf } from './subjects.ts';

/** What differs between the operations on one payment. */
interface OnPayment extends Partial<Pick<Shape, 'reads'>> {
  readonly model: PaymentModel;
  /** The request schema, from which malformed bodies are derived. */
  readonly schema: Parameters<typeof bodiesOf>[0];
  /** The right requests of which a mutated one is made; absent: there is one. */
  readonly forms?: readonly [string, ...string[]];
  /** Mutations that this operation alone tries. */
  readonly mutations?: readonly string[];
  /** The intents, each on a payment. */
  intents(payment: Payment): readonly Omit<Attempt, 'uses'>[];
  /** Those with data that no shop needs, which only a plan tries. Absent: none. */
  readonly unusual?: (payment: Payment) => readonly string[];
  /** The body beside payment_id; undefined: the intent is impossible. Absent: nothing. */
  readonly body?: (state: LegacyState, step: Step) => { readonly [key: string]: Json } | undefined;
  /** How long after the reply before it a step is sent, ms. Absent: at once. */
  readonly pauseMs?: (step: Step) => number | undefined;
  /** Literals of its own, drawn after those of every request. */
  readonly draw?: (common: NonNullable<Shape['draw']>) => Shape['draw'];
  /** Simpler kinds for the shrinker, by kind. */
  readonly simpler?: Readonly<Record<string, readonly string[]>>;
}

/** An operation on one payment: its intents, then what every such operation refuses. */
export function onPayment({
  model,
  schema,
  forms,
  mutations,
  intents,
  unusual,
  body,
  simpler = {},
  ...rest
}: OnPayment): Shape {
  const bad = bodiesOf(schema);
  const { draw: own, reads, pauseMs } = rest;
  const wrong = mutatedAttempts(bad, mutations);
  // What a refused read must not show depends on the payment.
  const mutated: typeof wrong = (uses) =>
    reads === true ? wrong(uses).map((attempt) => ({ ...attempt, stateless: false })) : wrong(uses);
  // A payment stays the same for many steps, and none is of two keys.
  const known = new WeakMap<Payment, readonly Attempt[]>();
  const attemptsOn = (payment: string, one: Payment): readonly Attempt[] => {
    let attempts = known.get(one);
    if (attempts === undefined) {
      const uses = { payment };
      attempts = [...intents(one).map((attempt) => ({ ...attempt, uses })), ...mutated(uses)];
      known.set(one, attempts);
    }
    return attempts;
  };
  const draw = drawNamed(bad, forms);
  return {
    name: model.operation,
    ...(reads && { reads }),
    attempts: (state) => [
      ...Object.entries(state.payments).flatMap(([payment, one]) => [
        ...attemptsOn(payment, one),
        ...borrowedChecksums(payment, state),
      ]),
      ...foreign(state),
    ],
    unusual: (state) =>
      Object.entries(state.payments).flatMap(([payment, one]) => {
        // A closed one refuses for its state too.
        if (one.state.is === 'close' || one.amountUnknown === true) return [];
        const more = (unusual?.(one) ?? []).map((kind) => ({ kind, negative: true }));
        return [...nearIdForms, ...ofForms, ...more].map((attempt) => ({ ...attempt, uses: { payment } }));
      }),
    draw: own?.(draw) ?? draw,
    resolve(state, step) {
      const subject = subjectOf(state, step);
      const further = body === undefined ? {} : body(state, step);
      if (subject === undefined || further === undefined) return undefined;
      const call = request(step, model.operation, { payment_id: subject.id, ...further }, subject.of, bad);
      const pause = pauseMs?.(step);
      return pause === undefined ? call : { ...call, pauseMs: pause };
    },
    simpler: (step) => simplerKinds(step, simpler),
    predict: aboutPayment(model),
  };
}
