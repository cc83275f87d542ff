import type { Machine } from '../../engine/model.ts';
import { andMalformed } from '../malformed-classes.ts';
import { type Payment, type ResourceState, type Token, walletOf } from '../../models/resource/state.ts';
import { paymentUsed } from './attempts.ts';
import { isMethod, isMutation } from './request-mutations.ts';
import { isOtherReason } from './tokens/actions.ts';
import { historyClass } from './payments/create-history.ts';
import { isOfOthers } from './payments/other-fields.ts';

const updatesOfMetadata: ReadonlySet<string> = new Set(['metadata 0', 'metadata 1', 'metadata 20', 'all']);
/** Refunds that must be refused, and show whether all earlier refunds are counted. */
const beyond: ReadonlySet<string> = new Set(['remaining+1', 'remaining+0.01', 'one', 'none']);
/** Those, and the refund of all that is left. */
const refundsOfRest: ReadonlySet<string> = new Set([...beyond, 'remaining']);

type ClassOf = NonNullable<Machine<ResourceState, never, never>['dataClasses']>[string];

/** Adds a class for each method that a path does not have, since a target may serve one at one path alone. */
const andMethods =
  (classOf: ClassOf = () => undefined): ClassOf =>
  (state, attempt) =>
    isMethod(attempt.kind) ? { class: attempt.kind, role: 'probe' } : classOf(state, attempt);

/** Kinds that a target may accept. */
const open: ReadonlySet<string> = new Set([
  'field of no table',
  'bytes that are no UTF-8',
  'another content type',
]);

/** Adds a class for each reason code that an operation does not list, since a target may accept one of them alone. */
const andReasons =
  (classOf: ClassOf = () => undefined): ClassOf =>
  (state, attempt) =>
    isOtherReason(attempt.kind) ? { class: attempt.kind, role: 'probe' } : classOf(state, attempt);

/** Adds a class for each wrong request, where random sequences seldom come. */
const andMutations: ClassOf = (_state, { kind }) =>
  isMutation(kind) ? { class: kind, role: open.has(kind) ? 'unspecified' : 'probe' } : undefined;

/** The classes of data that faults may depend on: for refunds the number before, for updates what they replace. */
export const dataClasses: NonNullable<Machine<ResourceState, never, never>['dataClasses']> = {
  'issue-token': () => ({ class: 'issued', role: 'begin' }),
  'adopt-token': () => ({ class: 'adopted', role: 'begin' }),
  create: andMethods(
    andMalformed(
      (_state, { kind, negative }) =>
        historyClass(kind) ?? (negative === true ? undefined : { class: kind, role: 'begin' }),
    ),
  ),
  capture: andMethods(
    andMalformed((state, { kind, uses, negative }) => {
      const payment = paymentUsed(state, uses);
      if (payment === undefined || negative === true) return undefined;
      return { class: `${kind}, ${pairsOf(payment)}`, role: 'change' };
    }),
  ),
  refund: andMethods(
    andMalformed((state, { kind, uses, negative }) => {
      const payment = paymentUsed(state, uses);
      if (payment === undefined || uses['capture'] === undefined) return undefined;
      if (negative === true && !beyond.has(kind)) return undefined;
      const before = ['first', 'second'][payment.refunds.length] ?? 'later';
      const fractions =
        payment.refunds.some(({ amount }) => amount?.includes('.')) && refundsOfRest.has(kind);
      return {
        class: `${kind}, ${before}${fractions ? ', after fractions' : ''}`,
        role: negative === true ? 'probe' : 'change',
      };
    }),
  ),
  update: andMethods(
    andMalformed((state, { kind, uses, negative }) => {
      const payment = paymentUsed(state, uses);
      if (payment === undefined || negative === true) return undefined;
      // Other fields are ignored in every state.
      if (isOfOthers(kind)) return { class: kind, role: 'change' };
      const of = updatesOfMetadata.has(kind) ? `, ${pairsOf(payment)}` : '';
      return { class: `${kind}, ${payment.status.is}${of}`, role: 'change' };
    }),
  ),
  close: andMethods(),
};

/** The same for tokens: lists by the tokens that they must hold. */
export const tokenDataClasses: NonNullable<Machine<ResourceState, never, never>['dataClasses']> = {
  // A second token after a list: one list of a common length may be a page, two of different lengths cannot both be.
  'issue-token': (state, { kind }) => {
    const [first, ...others] = Object.values(state.tokens);
    if (first === undefined) return { class: kind, role: 'begin' };
    const listed = first.status.is === 'ACTIVE' && first.after === 'read' && others.length === 0;
    return listed && kind === 'plain' ? { class: `second, ${walletOf(first)}`, role: 'change' } : undefined;
  },
  // A suspension leads to where a resume succeeds.
  suspend: andMethods(
    andReasons((_state, { kind }) => (kind === 'general' ? { class: kind, role: 'change' } : undefined)),
  ),
  resume: andReasons(andMalformed(andMutations)),
  delete: andMethods(andReasons()),
  'token-list': (state, { kind, negative }) => {
    const [token] = Object.values(state.tokens);
    if (token === undefined || negative === true) return undefined;
    return { class: `${kind}, ${walletClass(token)}`, role: 'change' };
  },
};

const walletClass = (token: Token): string => walletOf(token) ?? 'wallet open';

function pairsOf({ metadata }: Payment): string {
  const count = Object.keys(metadata?.is ?? {}).length;
  return count === 0 ? 'no pairs' : count < 20 ? 'some pairs' : 'all pairs';
}
