import type { Credential } from '../spec/wire-names.ts';
import { nearIdKinds, spellings, wrongCredentials } from '../spec/wire-variants.ts';
import type { ApiCall } from '../models/wire.ts';
import type { Attempt, Machine } from '../engine/machine.ts';

/** Makes one thing wrong about a right call of any operation. */
export type Mutation = (call: ApiCall) => ApiCall;
export type Mutations = Readonly<Record<string, Mutation>>;

/** A mutation for each row of a table of wrong values, by the words of the row. */
export function byWords<T extends Readonly<Record<string, { readonly words: string }>>>(
  rows: T,
  mutation: (name: keyof T & string) => Mutation,
): { readonly [Name in keyof T as T[Name]['words']]: Mutation } {
  return Object.fromEntries(
    Object.entries(rows).map(([name, { words }]) => [words, mutation(name)]),
  ) as ReturnType<typeof byWords<T>>;
}

const { public: ofPublicKey, ...ofBoth } = wrongCredentials;
const withCredential =
  (credential: Credential): Mutation =>
  (call) => ({ ...call, credential });

/** Mutations of the credentials, on either interface. */
export const keyMutations = byWords(ofBoth, withCredential);
/** And on the resource interface, where a target has a public key. */
export const publicKeyMutations = byWords({ public: ofPublicKey }, withCredential);

/** The same request, written in another way that the documents permit. */
export const spellingMutations = byWords(spellings, (spelling) => (call) => ({ ...call, spelling }));

/** The ways that concern a request with a body, or one without, and say the same. */
export const spellingsFor = (body: 'with' | 'without'): readonly string[] =>
  Object.values(spellings).flatMap(({ words, text, mayRefuse }) =>
    mayRefuse === undefined && (body === 'with' || text === undefined) ? [words] : [],
  );

/** Attempts to write a body as it may be refused: by what stands before the service, or its numbers by the service, where it has some. */
const openForms = (refuser: string): readonly Omit<Attempt, 'uses'>[] =>
  Object.values(spellings).flatMap(({ words, mayRefuse }) =>
    mayRefuse?.by === refuser ? [{ kind: words, negative: true }] : [],
  );
export const numberForms = openForms('the service');
export const bodyForms = openForms('any hop');

/**
 * The forms of a right request that a plan tries once with each operation: those that the documents permit, each read back, and near forms that must be
 * refused, which are not.
 */
export function formAttempts(
  permitted: readonly string[],
  near: readonly string[],
): readonly Omit<Attempt, 'uses'>[] {
  return [
    ...near.map((kind) => ({ kind, negative: true, stateless: true })),
    ...permitted.map((kind) => ({ kind })),
  ];
}

/** Near ids, with each operation on one entity. */
export const nearIdForms = formAttempts([], nearIdKinds);

/** A path that does not exist, below one that does. */
export const pathMutations = {
  'unknown path': (call) => ({ ...call, path: `${call.path.replace(/\/$/, '')}/nothing` }),
} as const satisfies Mutations;

// Deeper than the thousand levels at which some parsers give up.
const levels = 3000;

/** Bodies that are no whole JSON object, of which nothing else can be read. */
export const noObjectMutations = {
  'no body': withoutBody,
  'array for object': (call) => ({ ...call, body: [] }),
  'null for object': (call) => ({ ...call, body: null }),
  'blank body': (call) => ({ ...withoutBody(call), rawBody: ' \r\n' }),
  'no JSON': (call) => ({ ...withoutBody(call), rawBody: 'payment_id=1&amount=2' }),
  'body cut off': (call) => {
    const text = JSON.stringify(call.body ?? {});
    return { ...withoutBody(call), rawBody: text.slice(0, Math.ceil(text.length / 2)) };
  },
  'nested too deep': (call) => ({ ...withoutBody(call), rawBody: '['.repeat(levels) + ']'.repeat(levels) }),
} as const satisfies Mutations;

/** Mutations of a body as a whole. */
export const bodyMutations = {
  ...noObjectMutations,
  'bytes that are no UTF-8': (call) => ({ ...call, strayBytes: true }),
  'field of no table': (call) => ({
    ...call,
    body: { note: 'no field of any table', ...(call.body as object) },
  }),
  'another content type': (call) => ({ ...call, contentType: 'text/plain' }),
} as const satisfies Mutations;

function withoutBody(call: ApiCall): ApiCall {
  const { body: _body, checksum: _checksum, ...rest } = call;
  return rest;
}

/** The call under each of these methods; GET is sent without a body. */
export function methodMutations(methods: readonly string[]): Mutations {
  return Object.fromEntries(
    methods.map((method) => [
      `method ${method}`,
      (call: ApiCall) => ({ ...(method === 'GET' ? withoutBody(call) : call), method }),
    ]),
  );
}

const { missing: _missing, ...withKey } = wrongCredentials;
const wrongKeys: ReadonlySet<string> = new Set(Object.values(withKey).map(({ words }) => words));

/**
 * The same machine, where wrong keys are tried on reads only, or nowhere: a read shows whether a key is refused, and where it is not, nothing
 * has been changed with it.
 */
export function withFewWrongKeys<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  where: 'on reads' | 'nowhere',
): Machine<S, C, R, N> {
  const few = (attempts: readonly Attempt[]) => attempts.filter(({ kind }) => !wrongKeys.has(kind));
  return {
    ...machine,
    operations: machine.operations.map((operation) => {
      if (where === 'on reads' && operation.reads === true) return operation;
      const { unusual } = operation;
      return {
        ...operation,
        attempts: (state: S) => few(operation.attempts(state)),
        ...(unusual !== undefined && { unusual: (state: S) => few(unusual(state)) }),
      };
    }),
  };
}
