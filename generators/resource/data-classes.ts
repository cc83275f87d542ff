import type { Machine, Attempt } from '../../engine/machine.ts';
import { andMalformed, isOfOthers } from '../malformed-classes.ts';
import {
  type Payment,
  type ResourceState,
  type Token,
  walletOf,
  paymentUsed,
} from '../../models/resource/state.ts';
import { isOtherReason } from './tokens/actions.ts';
import { historyClass } from './payments/create-history.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall } from '../../models/wire.ts';
import { wrongCredentials, wrongVersions } from '../../spec/wire-variants.ts';
import {
  bodyMutations,
  byWords,
  keyMutations,
  methodMutations,
  pathMutations,
  type Mutations,
  publicKeyMutations,
  bodyForms,
  formAttempts,
  spellingMutations,
  spellingsFor,
} from '../request-mutations.ts';

const ofKeys: Mutations = { ...keyMutations, ...publicKeyMutations };
const ofVersions = byWords(wrongVersions, (version) => (call) => ({ ...call, version }));
// Without GET: a target may offer a list that the document does not describe.
const ofMethods = methodMutations(['POST', 'PUT', 'PATCH', 'DELETE']);
const all: Mutations = {
  ...spellingMutations,
  ...ofKeys,
  ...ofVersions,
  ...pathMutations,
  ...bodyMutations,
  ...ofMethods,
};

/** The call with the mutation that a kind of attempt names; unchanged when it names none. */
export function mutated(call: ApiCall, kind: string): ApiCall {
  return all[kind]?.(call) ?? call;
}

/** Refused before any state is read. Not among them: versions, which are checked together with other errors, and methods, which may be served. */
const stateless: ReadonlySet<string> = new Set(Object.keys({ ...ofKeys, ...pathMutations }));

/** Whether a kind is refused whatever the state is. */
export const isStateless = (kind: string): boolean => stateless.has(kind);

/** Whether a kind sends a method that the path does not have. */
const isMethod = (kind: string): boolean => Object.hasOwn(ofMethods, kind);

/** Whether a kind mutates the call as a whole, so that its body must be a right one. */
export const isMutation = (kind: string): boolean => Object.hasOwn(all, kind);

interface MutableRequest {
  /** The methods that the path has. */
  readonly methods: readonly string[];
  readonly body: 'needed' | 'optional' | 'none';
}

// Operations with a body are possible in fewer states than reads, so each of their attempts gets more weight.
const weights = { needed: 0.3, optional: 0.12, none: 0.05 } as const;

/** The mutations that fit an operation: of its key, version, path and method, and of its body where it has one. */
export function mutationsOf({ twoKeys, means }: Setup, { methods, body }: MutableRequest): readonly string[] {
  const inapplicable = new Set([
    ...Object.keys(spellingMutations),
    ...methods.map((method) => `method ${method}`),
    ...(twoKeys === true ? [] : [wrongCredentials['other-interface'].words]),
    ...(means.has('public_key') ? [] : Object.keys(publicKeyMutations)),
    ...(body === 'needed' ? [] : ['no body']),
    ...(body === 'none' ? Object.keys(bodyMutations) : []),
  ]);
  return Object.keys(all).filter((kind) => !inapplicable.has(kind));
}

/** The forms of a request with these mutations: how it is written, and near forms of its key and version. */
export function formsOf(
  kinds: readonly string[],
  body: MutableRequest['body'],
): ReturnType<typeof formAttempts> {
  const near = kinds.filter((kind) => Object.hasOwn(ofKeys, kind) || Object.hasOwn(ofVersions, kind));
  return body === 'none'
    ? formAttempts(spellingsFor('without'), near)
    : [...formAttempts(spellingsFor('with'), near), ...bodyForms];
}

/** Negative attempts of these kinds, for entities with which a right request would succeed. */
export function mutationAttempts(
  kinds: readonly string[],
  body: MutableRequest['body'],
): readonly Required<Omit<Attempt, 'uses'>>[] {
  const weight = weights[body];
  return kinds.map((kind) => ({ kind, negative: true, stateless: stateless.has(kind), weight }));
}

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
