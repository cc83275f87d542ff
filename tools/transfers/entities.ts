import type { Step, StepId } from '../../engine/model.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import { presumedReply } from '../../models/resource/replies/shown-choices.ts';
import type { ResourceState } from '../../models/resource/state.ts';

/** A payment or a token, by the role under which steps use it and the step that made it. */
export interface Entity {
  readonly role: string;
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
  shows: ({ payments }, { operation, uses }) =>
    operation === 'status' ? (payments[uses['payment'] ?? '']?.state.is ?? '') : '',
};

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
    step.operation === 'create' ? '' : JSON.stringify(presumedReply(after, step).body),
};

function replaced<T>(
  all: Readonly<Record<StepId, T>>,
  key: StepId,
  by: Readonly<Record<StepId, T>>,
): Readonly<Record<StepId, T>> {
  const one = by[key];
  return one === undefined ? all : { ...all, [key]: one };
}
