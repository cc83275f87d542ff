import { Big } from 'big.js';
import type { Step, StepId } from '../../engine/model.ts';
import type { Capture, LegacyState } from '../../models/legacy/payment/state.ts';
import { presumedReply } from '../../models/resource/replies/shown-choices.ts';
import type { ResourceState } from '../../models/resource/state.ts';

/** A payment or a token, by the role under which steps use it and the step that made it. */
export interface Entity {
  readonly role: string;
  readonly key: StepId;
}

/** An entity that is in some stage, with the state of its machine. */
export interface Example<S> {
  readonly state: S;
  readonly key: StepId;
}

/** What a simulation of wrong next states must know of a machine's states, beside what the machine predicts. */
export interface Entities<S> {
  /** What a step has made or is about; undefined: nothing that has a state of its own. */
  of(after: S, step: Step): Entity | undefined;
  /** The captures of an entity, oldest first. */
  parts(state: S, key: StepId): readonly StepId[];
  /** The state with one entity, and what belongs to it, as another state has it. */
  exchanged(state: S, key: StepId, from: S): S;
  /**
   * The state with one entity in the stage of another, for stages that its own order never leads to: a machine may be led there by the other one
   * and answer wrongly for both.
   */
  likened?(state: S, key: StepId, other: Example<S>): S;
  /** What the answer to an accepted step shows of the state behind it. */
  shows(after: S, step: Step): string;
}

/** Of a payment, Status shows whether it is open; the other answers show only that they were accepted. */
export const legacyEntities: Entities<LegacyState> = {
  of({ payments, captures }, { id, uses }) {
    const used = captures[uses['capture'] ?? '']?.payment ?? uses['payment'] ?? '';
    const key = Object.hasOwn(payments, id) ? id : used;
    return Object.hasOwn(payments, key) ? { role: 'payment', key } : undefined;
  },
  parts: ({ captures }, key) => Object.keys(captures).filter((one) => captures[one]?.payment === key),
  exchanged(state, key, from) {
    const others = Object.entries(state.captures).filter(([, { payment }]) => payment !== key);
    const own = Object.entries(from.captures).filter(([, { payment }]) => payment === key);
    return {
      ...state,
      payments: replaced(state.payments, key, from.payments),
      captures: Object.fromEntries([...others, ...own]),
    };
  },
  likened(state, key, { state: of, key: like }) {
    const [payment, model] = [state.payments[key], of.payments[like]];
    if (payment === undefined || model === undefined) return state;
    const models = Object.values(of.captures).filter((one) => one.payment === like);
    const captures = legacyEntities.parts(state, key).flatMap((id, at) => {
      const [own, as] = [state.captures[id], models[at] ?? models[0]];
      return own === undefined || as === undefined || own.full !== as.full
        ? []
        : [[id, likeCapture(own, as)] as const];
    });
    return {
      ...state,
      payments: { ...state.payments, [key]: { ...payment, state: model.state } },
      captures: { ...state.captures, ...Object.fromEntries(captures) },
    };
  },
  shows: ({ payments }, { operation, uses }) =>
    operation === 'status' ? (payments[uses['payment'] ?? '']?.state.is ?? '') : '',
};

/** The capture refunded as far as another. */
function likeCapture(own: Capture, { refunded, returned }: Capture): Capture {
  const { amount } = own;
  const half = amount === undefined ? refunded : Big(amount).div(2).round(0, Big.roundUp).toString();
  return {
    ...own,
    returned,
    refunded: returned ? (amount ?? refunded) : Big(refunded).eq(0) ? '0' : half,
  };
}

/** Every accepted answer but that of a creation, which is made of the request, shows the record. */
export const resourceEntities: Entities<ResourceState> = {
  of({ payments, tokens }, { id, uses }) {
    const payment = Object.hasOwn(payments, id) ? id : (uses['payment'] ?? '');
    if (Object.hasOwn(payments, payment)) return { role: 'payment', key: payment };
    const token = Object.hasOwn(tokens, id) ? id : (uses['token'] ?? '');
    return Object.hasOwn(tokens, token) ? { role: 'token', key: token } : undefined;
  },
  parts: ({ payments }, key) => payments[key]?.captures.map(({ step }) => step) ?? [],
  exchanged: (state, key, from) => ({
    ...state,
    payments: replaced(state.payments, key, from.payments),
    tokens: replaced(state.tokens, key, from.tokens),
  }),
  shows: (after, step) =>
    step.operation === 'create' ? '' : JSON.stringify(presumedReply(after, step).body, withoutVersion),
};

function replaced<T>(
  all: Readonly<Record<StepId, T>>,
  key: StepId,
  by: Readonly<Record<StepId, T>>,
): Readonly<Record<StepId, T>> {
  const one = by[key];
  return one === undefined ? all : { ...all, [key]: one };
}

/** A version counts what is left open too, such as reads: after some of these, no number of it is wrong. */
const withoutVersion = (key: string, value: unknown): unknown => (key === 'version_nr' ? undefined : value);
