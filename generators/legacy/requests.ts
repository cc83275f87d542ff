import { constantFrom } from 'fast-check';
import type { Attempt, Draw, Json, Step, Uses } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import type { ApiCall } from '../../models/wire.ts';
import { malformed, malformedBodies, type Malformation, type Malformed } from '../malformed.ts';
import {
  bodyMutations,
  keyMutations,
  methodMutations,
  pathMutations,
  type Mutations,
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
const mutations: Mutations = { ...everywhere, ...openChecksums };
const {
  'bytes that are no UTF-8': _bytes,
  'field of no table': _field,
  'another content type': _type,
  ...noObject
} = bodyMutations;
/** Of them what is refused before anything is looked up. Another method or an oddity may be taken for a right request. */
const stateless: ReadonlySet<string> = new Set(
  Object.keys({ ...keyMutations, ...wrongChecksums, ...noObject, ...pathMutations }),
);

/** The malformed bodies of an operation. The checksum is the harness's to make, and a PIN is no matter of form. */
export function bodiesOf(schema: Parameters<typeof malformedBodies>[0]): Malformed {
  return malformedBodies(schema, ['checksum', 'auth_code']);
}

// So many that they would crowd out refusals that depend on the state. Over a run the frequencies go by the roots of the weights.
const weight = 0.04;
/** Bodies that lack a field are certain to be refused; any field may be the one that is not looked for. Of all of them together. */
const ofMissing = 3;
/** Of one of them, at most. */
const mostOfMissing = 0.5;
/** For an operation that is possible in few states. */
export const seldomWeight = 0.2;

/** The attempts to send a mutatedAttempts request about these entities. */
export function mutatedAttempts(
  uses: Uses,
  bad: Malformed,
  more: readonly string[] = [],
  each = weight,
): readonly Attempt[] {
  const forms = bad.kinds.filter((kind) => kind !== 'missing').map((kind) => `${malformed}${kind}`);
  const lacking = bad.of('missing');
  return [
    ...[...Object.keys(everywhere), ...forms, ...more].map((kind) => ({
      kind,
      uses,
      negative: true,
      stateless: stateless.has(kind),
      weight: each,
    })),
    ...lacking.map(({ name }) => ({
      kind: `${malformed}${name}`,
      uses,
      negative: true,
      weight: Math.max(each, Math.min(mostOfMissing, ofMissing / lacking.length)),
    })),
  ];
}

/** Draws the encoding of the checksum, and which of the malformed bodies it is to be. */
export function drawRequest(attempt: Attempt, draw: Draw, bad: Malformed): Body {
  const encoding = draw(constantFrom('hex', 'base64'));
  if (!attempt.kind.startsWith(malformed)) return { encoding };
  const asked = attempt.kind.slice(malformed.length);
  if (bad.named(asked) !== undefined) return { encoding, malformed: asked };
  const kind = bad.kinds.find((one) => asked === one);
  return kind === undefined
    ? { encoding }
    : { encoding, malformed: draw(constantFrom(...bad.of(kind).map(({ name }) => name))) };
}

/** Which form a spoilt request has: a check of keys or checksums may be left out for one of the forms of an operation alone. */
export function drawForm(attempt: Attempt, draw: Draw, forms: readonly [string, ...string[]]): Body {
  const form = Object.hasOwn(mutations, attempt.kind) ? draw(constantFrom(...forms)) : forms[0];
  return form === forms[0] ? {} : { form };
}

/** The kind of right request that a step's spoilt one departs from: its own kind where none was drawn. */
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

/** A right request for an operation, mutatedAttempts as its kind asks. `of` is what follows the secret in the checksum, or gives it of the body that is sent. */
export function request(
  step: Step,
  operation: string,
  body: Body,
  of: string | ((sent: Json) => string),
  bad: Malformed,
): ApiCall {
  const encoding = at(step.data, ['encoding']) === 'base64' ? 'base64' : 'hex';
  const name = step.kind.startsWith(malformed) ? at(step.data, ['malformed']) : undefined;
  const found = typeof name === 'string' ? bad.named(name) : undefined;
  const sent = found === undefined ? body : found.apply(body);
  const call: ApiCall = {
    to: 'legacy',
    operation,
    method: 'POST',
    path: `/pay/${operation}`,
    body: sent,
    credential: 'valid',
    checksum: { of: idOf(found, sent) ?? (typeof of === 'string' ? of : of(sent)), encoding },
  };
  return mutations[step.kind]?.(call) ?? call;
}

/** A malformed id, which the checksum covers as it is sent. */
function idOf(found: Malformation | undefined, sent: Json): string | undefined {
  if (found?.path !== 'payment_id' && found?.path !== 'capture_id') return undefined;
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
    // Whoever takes the checksum of something else may take any, for which nothing else has to be there.
    ...(isBorrowed(step.kind) ? [{ ...step, kind: ofAnotherSecret, uses: own }] : []),
    ...(form === undefined ? [] : [{ ...step, data: formless }]),
    ...(plain === undefined ? [] : [{ ...step, data: plain }]),
  ];
}
