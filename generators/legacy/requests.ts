import { legacyOperations, type LegacyOperationName, legacyIds } from '../../spec/operations.ts';
import { constantFrom } from 'fast-check';
import type { Attempt, Draw } from '../../engine/machine.ts';
import type { Json, Step, Uses } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { forUses } from '../for-uses.ts';
import {
  isMalformed,
  malformationOf,
  malformed,
  malformedBodies,
  type Malformation,
  type Malformed,
} from '../malformed.ts';
import {
  bodyMutations,
  keyMutations,
  methodMutations,
  noObjectMutations,
  pathMutations,
  type Mutations,
  bodyForms,
  formAttempts,
  spellingMutations,
  spellingsFor,
} from '../request-mutations.ts';
import { isBorrowed, ofAnotherSecret, openChecksums, wrongChecksums } from './checksums.ts';
import { neverIssued } from './subjects.ts';

type Body = { readonly [key: string]: Json };

/** What may be wrong with any request under `/pay/`, whatever it asks for. */
const everywhere: Mutations = {
  ...keyMutations,
  ...wrongChecksums,
  ...bodyMutations,
  ...pathMutations,
  ...methodMutations(['GET', 'PUT', 'PATCH', 'DELETE']),
};
const mutations: Mutations = { ...everywhere, ...openChecksums, ...spellingMutations };
/** Mutations that are refused before anything is looked up. Another method or unspecified input may be accepted. */
const stateless: ReadonlySet<string> = new Set(
  Object.keys({ ...keyMutations, ...wrongChecksums, ...noObjectMutations, ...pathMutations }),
);

/**
 * The malformed bodies of an operation. The checksum is the harness's to make, and a PIN is no matter of form. Whether an id in a list is
 * an id is not shown, and nothing could be said of what follows.
 */
export function bodiesOf(schema: Parameters<typeof malformedBodies>[0]): Malformed {
  return malformedBodies(schema, ['checksum', 'auth_code', 'payment_id in a list', 'capture_id in a list']);
}

/** Whether a kind is refused before anything is looked up, so that its body need not fit the state. */
export const isRefusedUnread = (kind: string): boolean => stateless.has(kind);

// Low, since they are many and would crowd out refusals that depend on the state.
const weight = 0.04;
/** The weight of all bodies together that lack a field: each must be refused, and a target may overlook any one field. */
const ofMissing = 3;
/** The most for one of them. */
const mostOfMissing = 0.5;
/** For an operation that is possible in few states. */
export const seldomWeight = 0.2;

/** The forms of any request: how it is written, and near forms of its key and its checksum. */
export const requestForms = [
  ...formAttempts(spellingsFor('with'), Object.keys({ ...keyMutations, ...wrongChecksums })),
  ...bodyForms,
];

/** Gives the attempts to send a mutated request about some entities. */
export function mutatedAttempts(
  bad: Malformed,
  more: readonly string[] = [],
  each = weight,
): (uses: Uses) => readonly Attempt[] {
  const forms = bad.kinds.filter((kind) => kind !== 'missing').map((kind) => `${malformed}${kind}`);
  const lacking = bad.of('missing');
  return forUses([
    ...[...Object.keys(everywhere), ...forms, ...more].map((kind) => ({
      kind,
      negative: true,
      stateless: stateless.has(kind),
      weight: each,
    })),
    ...lacking.map(({ name }) => ({
      kind: `${malformed}${name}`,
      negative: true,
      stateless: false,
      weight: Math.max(each, Math.min(mostOfMissing, ofMissing / lacking.length)),
    })),
  ]);
}

/** Whether a kind is a right request that is sent in another form, or nearly so. */
export const isMutated = (kind: string): boolean => Object.hasOwn(mutations, kind);

/** Draws the encoding of the checksum, and which of the malformed bodies it is to be. */
export function drawRequest(attempt: Attempt, draw: Draw, bad: Malformed): Body {
  const encoding = draw(constantFrom('hex', 'base64'));
  const asked = malformationOf(attempt.kind);
  if (asked === undefined) return { encoding };
  if (bad.named(asked) !== undefined) return { encoding, malformed: asked };
  const kind = bad.kinds.find((one) => asked === one);
  return kind === undefined
    ? { encoding }
    : { encoding, malformed: draw(constantFrom(...bad.of(kind).map(({ name }) => name))) };
}

/** Which form of the operation a mutated request has: a target may check keys or checksums for some forms only. */
export function drawForm(attempt: Attempt, draw: Draw, forms: readonly [string, ...string[]]): Body {
  const form = isMutated(attempt.kind) ? draw(constantFrom(...forms)) : forms[0];
  return form === forms[0] ? {} : { form };
}

/** The kind of the right request that a step mutates; its own kind when none was drawn. */
export function formOf(step: Step): string {
  const form = at(step.data, ['form']);
  return typeof form === 'string' ? form : step.kind;
}

/** The literals of an operation that needs no others: those of any request, and an id that no service has issued. */
export function drawNamed(bad: Malformed, forms: readonly [string, ...string[]] = ['plain']) {
  return (attempt: Attempt, _state: LegacyState, draw: Draw): Json => {
    const drawn = { ...drawRequest(attempt, draw, bad), ...drawForm(attempt, draw, forms) };
    return attempt.kind === 'id never issued' ? { ...drawn, id: neverIssued(draw) } : drawn;
  };
}

/** The request of an operation, mutated as the step's kind says. `of`: what follows the secret in the checksum, or gives it for the sent body. */
export function request(
  step: Step,
  operation: LegacyOperationName,
  body: Body,
  of: string | ((sent: Json) => string),
  bad: Malformed,
): ApiCall {
  const encoding = at(step.data, ['encoding']) === 'base64' ? 'base64' : 'hex';
  const name = isMalformed(step.kind) ? at(step.data, ['malformed']) : undefined;
  const found = typeof name === 'string' ? bad.named(name) : undefined;
  const sent = found === undefined ? body : found.apply(body);
  const { method, path } = legacyOperations[operation];
  const call: ApiCall = {
    to: 'legacy',
    operation,
    method,
    path,
    body: sent,
    credential: 'valid',
    checksum: { of: idOf(found, sent) ?? (typeof of === 'string' ? of : of(sent)), encoding },
  };
  return mutations[step.kind]?.(call) ?? call;
}

/** A malformed id, which the checksum covers as it is sent. */
function idOf(found: Malformation | undefined, sent: Json): string | undefined {
  if (found?.path !== legacyIds.payment && found?.path !== legacyIds.capture) return undefined;
  const id = at(sent, [found.path]);
  return typeof id === 'string' ? id : undefined;
}

/** The same step with the plain encoding, and with simpler kinds first. */
export function simplerKinds(
  step: Step,
  order: Readonly<Record<string, readonly string[]>>,
): readonly Step[] {
  const plain =
    at(step.data, ['encoding']) === 'base64' ? { ...(step.data as Body), encoding: 'hex' } : undefined;
  const { form, ...formless } = (step.data ?? {}) as Body;
  const { capture: _capture, other: _other, ...own } = step.uses;
  return [
    ...(order[step.kind] ?? []).map((kind) => ({ ...step, kind })),
    // A target that accepts the checksum of something else may accept any, which needs fewer steps.
    ...(isBorrowed(step.kind) ? [{ ...step, kind: ofAnotherSecret, uses: own }] : []),
    ...(form === undefined ? [] : [{ ...step, data: formless }]),
    ...(plain === undefined ? [] : [{ ...step, data: plain }]),
  ];
}
