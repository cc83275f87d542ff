import { constantFrom, stringMatching } from 'fast-check';
import type { Attempt, Draw } from '../../engine/machine.ts';
import type { Step } from '../../engine/model.ts';
import { at } from '../../models/checks.ts';
import type { LegacyState, Payment } from '../../models/legacy/payment/state.ts';
import { captureId, paymentId } from '../../models/legacy/payment/state.ts';
import { nearId } from '../../spec/wire-variants.ts';
import { astralText } from '../inputs/texts.ts';

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

const hexadecimal = stringMatching(/^[0-9a-f]{16}$/);
// Mostly ordinary; some contain what breaks a query or a file name.
const ends = ['', '', '', astralText, "' OR '1'='1", '../status', '%00', 'x'.repeat(400)];

/** An id that no service has issued. */
export function neverIssued(draw: Draw): string {
  return `never-issued-${draw(hexadecimal)}${draw(constantFrom(...ends))}`;
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
  const { payment: key, capture } = step.uses;
  if (step.kind === 'id of a capture') {
    const id = capture === undefined ? undefined : state.captures[capture]?.id;
    // Offline the id is unknown, and a placeholder stands for it.
    if (capture === undefined || state.captures[capture] === undefined) return undefined;
    if (id !== undefined && mayNameBoth(id, Object.values(state.payments))) return undefined;
    return { id: id ?? `capture-of-${capture}`, of: id ?? `capture-of-${capture}` };
  }
  const payment = key === undefined ? undefined : state.payments[key];
  if (key === undefined || payment === undefined) return undefined;
  const id = paymentId(payment, key);
  const near = nearId(step.kind, id);
  if (near !== undefined) return { id: near, of: near };
  const of = signed(state, step, id);
  return of === undefined ? undefined : { id, of };
}

/**
 * Whether an id may also be one of these: where payments and captures are each numbered 1, 2, 3 they share ids, and a request about one would
 * change the other, which may belong to another user.
 */
export function mayNameBoth(id: string, others: readonly { readonly id: string | undefined }[]): boolean {
  const form = (text: string) => text.replaceAll(/\d+/g, '#');
  return others.some((other) => other.id !== undefined && form(other.id) === form(id));
}

/** The checksum's material: the id in the request, unless the step's kind asks for that of something else. */
function signed(state: LegacyState, { kind, uses }: Step, id: string): string | undefined {
  const { capture = '', other = '' } = uses;
  switch (kind) {
    case 'checksum of nothing':
      return '';
    case 'checksum of another payment': {
      const another = state.payments[other];
      return another && paymentId(another, other);
    }
    case 'checksum of its capture': {
      const made = state.captures[capture];
      return made && captureId(made, capture);
    }
    default:
      return id;
  }
}

/** Marks a refusal as negative, except on an expired payment: few sequences come that far, and the refusal shows the expiry. */
export function refusalOf({ state: { by } }: Payment): { readonly negative?: true } {
  return by === 'expiry' ? {} : { negative: true };
}

/** The read that shows a payment. */
export function readBack(step: Step): Omit<Step, 'id'> | undefined {
  const { payment } = step.uses;
  return payment === undefined
    ? undefined
    : { operation: 'status', kind: 'read', uses: { payment }, data: { encoding: 'hex' } };
}
