import type { Observation } from '../../engine/model.ts';
import type { Owed, OwedCapture } from '../../harness/records/cleanup-records.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { pathSegment } from '../../spec/path-segment.ts';
import { objectOf } from '../webhooks/bench.ts';
import { plainCall } from '../webhooks/plain-calls.ts';
import type { Ledger } from './ledger.ts';

/** Longest text of an answer that is shown. */
const longestShown = 60;

export interface Settled {
  readonly closed: number;
  readonly refunded: number;
  /** The answer that left something, in words. */
  readonly why?: string;
}

/**
 * Undoes a payment: refunds its captures, then closes it. What was not known is read first, and what a refund or a refusal leaves open is read
 * again. The ledger has seen each answer by the time that `ask` gives it.
 */
export async function settle(
  { interface: side, id }: Owed,
  ledger: Pick<Ledger, 'payment'>,
  ask: (call: ApiCall) => Promise<Observation<Reply>>,
): Promise<Settled> {
  let why: string | undefined;
  let refunded = 0;
  let closed = 0;
  const calls = callsOf[side];
  const now = () => ledger.payment(side, id);
  const read = async (): Promise<void> => {
    why = answered('the payment was read and', await ask(calls.read(id)));
  };
  if (now()?.state === 'unsure') await read();
  for (const capture of now()?.captures ?? []) {
    const observation = await ask(calls.refund(id, capture));
    if (calls.isRefunded(observation)) refunded += 1;
    else why = answered(`the refund of ${capture.id}`, observation);
  }
  if (now()?.state === 'unsure') await read();
  if (now()?.state === 'open') {
    const refusal = answered('close', await ask(calls.close(id)));
    if (now()?.state === 'open') {
      await read();
      why = refusal;
    } else closed += 1;
  }
  return { closed, refunded, ...(why !== undefined && { why }) };
}

interface Calls {
  read(id: string): ApiCall;
  refund(id: string, capture: OwedCapture): ApiCall;
  isRefunded(observation: Observation<Reply>): boolean;
  close(id: string): ApiCall;
}

const callsOf: Readonly<Record<Owed['interface'], Calls>> = {
  legacy: {
    read: (id) => plainCall('status', id),
    refund: (_id, { id: capture }) => ({
      to: 'legacy',
      operation: 'refund',
      method: 'POST',
      path: '/pay/refund',
      body: { capture_id: capture },
      credential: 'valid',
      checksum: { of: capture, encoding: 'hex' },
    }),
    isRefunded: (observation) =>
      'reply' in observation && objectOf(observation.reply.body)['status'] === 'refund_success',
    close: (id) => plainCall('close', id),
  },
  resource: {
    read: (id) => resourceCall('get', 'GET', pathSegment(id)),
    refund: (id, { id: capture, rest }) => ({
      ...resourceCall('refund', 'POST', `${pathSegment(id)}/refunds`),
      body: { capture_id: capture, ...(rest !== undefined && { amount: rest }) },
    }),
    isRefunded: (observation) => 'reply' in observation && observation.reply.http < 300,
    close: (id) => ({ ...resourceCall('close', 'POST', `${pathSegment(id)}/close`), body: {} }),
  },
};

function resourceCall(operation: string, method: string, rest: string): ApiCall {
  return { to: 'resource', operation, method, path: `/payments/${rest}`, credential: 'valid' };
}

/** An answer in words: its HTTP status, and the texts that say why. */
function answered(what: string, observation: Observation<Reply>): string {
  if ('lost' in observation) return `${what} was not answered: ${observation.lost}`;
  const { http, body } = observation.reply;
  const { status, reason, code } = objectOf(body);
  const texts = [status, reason, code].filter((text) => typeof text === 'string' && text !== String(http));
  return [`${what} was answered ${http}`, ...texts.map((text) => String(text).slice(0, longestShown))].join(
    ' ',
  );
}
