import type { Driver } from '../../engine/judge/execute.ts';
import { givenId, type ApiCall, type Call, type Reply } from '../../models/wire.ts';
import { pathSegment } from '../../spec/path-segment.ts';
import type { Ask, Lent } from './token-supply.ts';
import type { Supplies } from './supplies.ts';

/** What one sequence has of what the settings give. */
export interface Lease extends Required<Pick<Driver<Call, Reply>, 'complete' | 'end'>> {
  /** A call of the sequence is being sent. */
  sent(call: Call): void;
  /** The reply to a call that a person has answered; undefined when it is to be sent. */
  replyOf(call: Call): Reply | undefined;
}

/** That a sequence has the PIN of the run sent, and what the person has typed. */
interface Pin {
  readonly giveBack: () => void;
  readonly typed?: string;
}

/** Opens the lease of a sequence: nothing is lent until a call needs it. */
export function openLease(supplies: Supplies, ask: Ask): Lease {
  let token: string | undefined;
  let touched = false;
  let deleted = false;
  let pin: Pin | undefined;
  return {
    complete: async (call) => {
      if (call.to === 'control') {
        if (call.ofPerson !== true) return { call };
        if (pin === undefined) return { none: 'no PIN was sent for a person to read' };
        const answer = await supplies.pin.read();
        if ('none' in answer) return answer;
        pin = { ...pin, typed: answer.pin };
        return { call };
      }
      if (call.given === undefined) return { call };
      if (call.given === 'pin') {
        // It would wait for itself.
        if (pin !== undefined) return { none: 'a sequence has one PIN at most' };
        const taken = await supplies.pin.take();
        if ('none' in taken) return taken;
        pin = taken;
        return { call };
      }
      if (call.given !== 'token') {
        const from = call.given === 'payment' ? supplies.payments : supplies.legacyPayments;
        const payment = await from.take(ask);
        return 'none' in payment ? payment : { call: named(call, payment) };
      }
      // Two that wait for each other's second token would wait for ever.
      if (token !== undefined) return { none: 'a sequence has one given token at most' };
      const lent = await supplies.tokens.take(ask);
      if ('none' in lent) return lent;
      token = lent.id;
      return { call: named(call, lent) };
    },
    sent: (call) => {
      if (token === undefined || call.to === 'control' || call.method === 'GET') return;
      deleted ||= call.operation === 'delete';
      touched ||= deleted || call.operation === 'suspend' || call.operation === 'resume';
    },
    replyOf: (call) =>
      call.to === 'control' && call.ofPerson === true && pin?.typed !== undefined
        ? shown(pin.typed)
        : undefined,
    end: () => {
      pin?.giveBack();
      pin = undefined;
      if (token === undefined) return;
      supplies.pending(supplies.tokens.giveBack(token, ask, { touched, deleted }));
      token = undefined;
    },
  };
}

/** The call with an id in place of the placeholder: in its path, or in its body and checksum. */
function named({ given, ...call }: ApiCall, { id }: Exclude<Lent, { none: string }>): ApiCall {
  if (given === undefined) return call;
  const { checksum } = call;
  if (checksum !== undefined) return { ...call, body: { payment_id: id }, checksum: { ...checksum, of: id } };
  return { ...call, path: call.path.replace(givenId(given), () => pathSegment(id)) };
}

/** A PIN as control would show it. Its text stays empty, so that no record has it. */
function shown(pin: string): Reply {
  const now = Date.now();
  return {
    http: 200,
    contentType: 'application/json',
    body: { pin },
    text: '',
    sentAt: now,
    receivedAt: now,
  };
}
