import { constantFrom, stringMatching } from 'fast-check';
import type { Attempt, Draw, Json, Step, Uses } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import type { ApiCall } from '../../models/wire.ts';
import type { LegacyState } from '../../models/legacy/state.ts';
import { paymentId } from '../../models/legacy/state.ts';
import { malformations } from '../malformed.ts';

type Body = { readonly [key: string]: Json };
type Spoil = (call: ApiCall) => ApiCall;

const spoiledChecksum =
  (spoil: 'missing' | 'wrong-secret' | 'truncated' | 'upper-case' | 'garbage'): Spoil =>
  (call) =>
    call.checksum === undefined ? call : { ...call, checksum: { ...call.checksum, spoil } };

/** What may be wrong with any request under `/pay/`, whatever it asks for. */
const spoils: Readonly<Record<string, Spoil>> = {
  'key missing': (call) => ({ ...call, credential: 'missing' }),
  'key wrong': (call) => ({ ...call, credential: 'wrong' }),
  'key in another scheme': (call) => ({ ...call, credential: 'other-scheme' }),
  'checksum missing': spoiledChecksum('missing'),
  'checksum with another secret': spoiledChecksum('wrong-secret'),
  'checksum cut off': spoiledChecksum('truncated'),
  'checksum garbled': spoiledChecksum('garbage'),
  'checksum in capitals': (call) =>
    call.checksum === undefined
      ? call
      : { ...call, checksum: { ...call.checksum, encoding: 'hex', spoil: 'upper-case' } },
  'not JSON': (call) => withoutBody({ ...call, rawBody: '{"payment_id": ' }),
  'no object': (call) => withoutBody({ ...call, rawBody: '[]' }),
  'no body': withoutBody,
  'another method': (call) => ({ ...call, method: 'PUT' }),
};

function withoutBody(call: ApiCall): ApiCall {
  const { body: _body, checksum: _checksum, ...rest } = call;
  return rest;
}

// Capitals are an open point: one operation that changes nothing is enough to settle it.
const everywhere = [
  ...Object.keys(spoils).filter((kind) => kind !== 'checksum in capitals'),
  'field missing',
];

/** The attempts to send a spoiled request about these entities. */
export function spoiled(uses: Uses, more: readonly string[] = []): readonly Attempt[] {
  return [...everywhere, ...more].map((kind) => ({
    kind,
    uses,
    negative: true,
    // So many that they would crowd out refusals that depend on the state.
    weight: 0.1,
  }));
}

/** Draws the encoding of the checksum, and which field is to be missing. */
export function drawRequest(attempt: Attempt, draw: Draw, required: readonly string[]): Body {
  const encoding = draw(constantFrom('hex', 'base64'));
  return attempt.kind === 'field missing'
    ? { encoding, field: draw(constantFrom(...required)) }
    : { encoding };
}

/** The literals of an operation that needs no others: those of any request, and an id that no service has issued. */
export function drawNamed(required: readonly string[]) {
  return (attempt: Attempt, _state: LegacyState, draw: Draw): Json => {
    const drawn = drawRequest(attempt, draw, required);
    return attempt.kind === 'id never issued' ? { ...drawn, id: neverIssued(draw) } : drawn;
  };
}

/** Names of the fields that a request schema requires, the checksum apart. */
export function requiredFields(schema: Parameters<typeof malformations>[0]): readonly string[] {
  return malformations(schema)
    .filter(({ kind, required, path }) => kind === 'missing' && required && !path.endsWith('[]'))
    .map(({ path }) => path)
    .filter((path) => path !== 'checksum');
}

/** A right request for an operation, spoiled as its kind asks. `of` is what follows the secret in the checksum. */
export function request(
  step: Step,
  operation: string,
  body: Body,
  of: string,
  schema: Parameters<typeof malformations>[0],
): ApiCall {
  const encoding = at(step.data, ['encoding']) === 'base64' ? 'base64' : 'hex';
  const call: ApiCall = {
    to: 'legacy',
    operation,
    method: 'POST',
    path: `/pay/${operation}`,
    body,
    credential: 'valid',
    checksum: { of, encoding },
  };
  if (step.kind === 'field missing') {
    const field = at(step.data, ['field']);
    const found = malformations(schema).find(({ kind, path }) => kind === 'missing' && path === field);
    return found === undefined ? call : { ...call, body: found.apply(body) };
  }
  return spoils[step.kind]?.(call) ?? call;
}

/** The attempt to send a request about a payment with the checksum of another one, where there is one. */
export function checksumOfAnother(payment: string, other: string | undefined): readonly Attempt[] {
  if (other === undefined) return [];
  return [{ kind: 'checksum of another payment', uses: { payment, other }, negative: true, weight: 0.1 }];
}

/** Attempts with ids that name no payment: one that was never issued, and a capture's. */
export function foreign(state: LegacyState): readonly Attempt[] {
  const [capture] = Object.keys(state.captures);
  return [
    { kind: 'id never issued', uses: {}, negative: true, weight: 0.2 },
    ...(capture === undefined
      ? []
      : [{ kind: 'id of a capture', uses: { capture }, negative: true, weight: 0.2 }]),
  ];
}

/** An id that no service has issued. */
const hexadecimal = stringMatching(/^[0-9a-f]{16}$/);

export function neverIssued(draw: Draw): string {
  return `never-issued-${draw(hexadecimal)}`;
}

/** The payment_id and the checksum's material that a step's kind and uses ask for; undefined: nothing to name. */
export function subjectOf(
  state: LegacyState,
  step: Step,
): { readonly id: string; readonly of: string } | undefined {
  if (step.kind === 'id never issued') {
    const id = at(step.data, ['id']);
    return typeof id === 'string' ? { id, of: id } : undefined;
  }
  const { payment: key, capture, other } = step.uses;
  if (step.kind === 'id of a capture') {
    const id = capture === undefined ? undefined : state.captures[capture]?.id;
    // A capture whose id is not known offline still stands for one.
    if (capture === undefined || state.captures[capture] === undefined) return undefined;
    return { id: id ?? `capture-of-${capture}`, of: id ?? `capture-of-${capture}` };
  }
  const payment = key === undefined ? undefined : state.payments[key];
  if (key === undefined || payment === undefined) return undefined;
  const id = paymentId(payment, key);
  if (step.kind !== 'checksum of another payment') return { id, of: id };
  const another = other === undefined ? undefined : state.payments[other];
  return other === undefined || another === undefined ? undefined : { id, of: paymentId(another, other) };
}

/** The read that shows a payment. */
export function readBack(step: Step): Omit<Step, 'id'> | undefined {
  const { payment } = step.uses;
  return payment === undefined
    ? undefined
    : { operation: 'status', kind: 'read', uses: { payment }, data: { encoding: 'hex' } };
}

/** The same step with the plain encoding, and with simpler kinds first. */
export function simplerKinds(
  step: Step,
  order: Readonly<Record<string, readonly string[]>>,
): readonly Step[] {
  const plain =
    at(step.data, ['encoding']) === 'base64' ? { ...(step.data as Body), encoding: 'hex' } : undefined;
  return [
    ...(order[step.kind] ?? []).map((kind) => ({ ...step, kind })),
    ...(plain === undefined ? [] : [{ ...step, data: plain }]),
  ];
}
