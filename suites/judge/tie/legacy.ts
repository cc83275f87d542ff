import { legacyIds } from '../../../spec/operations.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import type { Json } from '../../../engine/model.ts';
import { at, isObject } from '../../../models/checks.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { isSuccess, replyBody } from '../recorded-reply.ts';
import { presumedPin, recordedStep, type Conversation } from './conversation.ts';
import { failsAuthentication } from '../recognise/recognise.ts';
import type { Conversations } from './conversations.ts';

const textAt = (body: unknown, name: string): string | undefined => {
  const value = at(body, [name]);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Ties a request of the legacy interface to the thread of its payment. */
export function addLegacy(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ApiCall,
  server: string,
): void {
  if (call.operation === 'authorize') authorize(threads, exchange, call, server);
  else if (call.operation === 'refund') aboutCapture(threads, exchange, call, server);
  else aboutPayment(threads, exchange, call, server);
}

function authorize(threads: Conversations, exchange: RecordedExchange, call: ApiCall, server: string): void {
  const reply = replyBody(exchange);
  const status = textAt(reply, 'status');
  const id = status === 'authorize_success' ? textAt(reply, legacyIds.payment) : undefined;
  const ref = textAt(at(call.body, ['order']), 'order_ref');
  const code = at(call.body, ['auth_code']);
  const asked = askedFor(call);
  const waiting = code === undefined ? undefined : threads.named(server, 'asked', asked);
  const isRefused = id === undefined && status !== 'authenticate_consumer';
  const isPlain = !failsAuthentication(call);
  // The PIN may have been sent, and the order_ref used, before the recording.
  const isOpen =
    code !== undefined ? waiting === undefined : ref !== undefined && isRefused && !threads.isWhole;
  if (isPlain && isOpen) return threads.leaveOut('beginning');
  const thread =
    waiting ??
    (id === undefined ? undefined : threads.named(server, 'payment', id)) ??
    (ref === undefined ? undefined : threads.named(server, 'ref', ref)) ??
    threads.begin(exchange, 'legacy', server);
  const key = waiting?.asked.get(asked);
  if (waiting !== undefined && key !== undefined && isPlain && !waiting.pinned.has(key)) {
    // The PIN is not in the recording: it was right where it was accepted.
    if (id === undefined) return threads.leaveOut('pin');
    if (!threads.put(waiting, presumedPin(exchange, key, code as Json))) return;
  }
  const step = recordedStep(exchange, call, {
    operation: 'authorize',
    ...(key !== undefined && { uses: { asked: key } }),
  });
  if (!threads.put(thread, step)) return;
  if (id !== undefined) {
    if (!thread.payments.has(id)) thread.payments.set(id, step.step.id);
    threads.name(thread, 'payment', id);
  }
  if (ref !== undefined && id !== undefined) threads.name(thread, 'ref', ref);
  const phone = at(call.body, ['buyer', 'phone', 'number']);
  if (id !== undefined && key !== undefined && typeof phone === 'string')
    threads.waiting(server, phone).delete(key);
  if (status !== 'authenticate_consumer') return;
  thread.asked.set(asked, step.step.id);
  threads.name(thread, 'asked', asked);
  if (typeof phone !== 'string') return;
  const asking = threads.waiting(server, phone);
  // Whether the PINs that were sent before still hold is not shown.
  for (const [before, other] of asking) other.pinned.delete(before);
  asking.set(step.step.id, thread);
}

/** An authorization is sent again as it was, with the PIN (legacy, Endpoints, Authorize). */
function askedFor({ body }: ApiCall): string {
  if (!isObject(body)) return '';
  const { auth_code: _code, ...data } = body;
  return JSON.stringify(data);
}

function aboutPayment(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ApiCall,
  server: string,
): void {
  const id = textAt(call.body, legacyIds.payment);
  const known =
    id === undefined ? undefined : (threads.named(server, 'payment', id) ?? ofCapture(threads, server, id));
  const thread = known ?? unknown(threads, exchange, call, server, id);
  if (thread === undefined) return;
  const payment = id === undefined ? undefined : thread.payments.get(id);
  const { operation } = call;
  const step = recordedStep(exchange, call, { operation, ...(payment && { uses: { payment } }) });
  if (!threads.put(thread, step, operation === 'status')) return;
  if (operation === 'capture' && exchange.reply === undefined && payment !== undefined)
    thread.lostCaptures.add(payment);
  const reply = replyBody(exchange);
  const capture =
    operation === 'capture' && isSuccess(exchange) ? textAt(reply, legacyIds.capture) : undefined;
  if (capture === undefined || payment === undefined) return;
  if (!thread.captures.has(capture)) thread.captures.set(capture, { step: step.step.id, payment });
  threads.name(thread, 'capture', capture);
}

function aboutCapture(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ApiCall,
  server: string,
): void {
  const id = textAt(call.body, legacyIds.capture);
  const known =
    id === undefined ? undefined : (threads.named(server, 'capture', id) ?? ofPayment(threads, server, id));
  if (known === undefined && !failsAuthentication(call)) endLostCaptures(threads, exchange, server);
  const thread = known ?? unknown(threads, exchange, call, server, id);
  if (thread === undefined) return;
  const made = id === undefined ? undefined : thread.captures.get(id);
  const uses = made === undefined ? {} : { capture: made.step, payment: made.payment };
  threads.put(thread, recordedStep(exchange, call, { operation: 'refund', uses }));
}

/** The capture that is refunded may be one whose id was lost with an answer. */
function endLostCaptures(threads: Conversations, { sentAt }: RecordedExchange, server: string): void {
  for (const thread of threads.all)
    if (thread.server === server && thread.interface === 'legacy' && thread.lostCaptures.size > 0)
      threads.close(thread, sentAt);
}

/** The thread of a capture whose id stands for a payment's, unless it may be that of a payment too. */
function ofCapture(threads: Conversations, server: string, id: string): Conversation | undefined {
  const thread = threads.named(server, 'capture', id);
  return thread && !mayNameBoth(id, [...thread.payments.keys()]) ? thread : undefined;
}

/** The thread of a payment whose id stands for a capture's, unless it may be that of a capture too. */
function ofPayment(threads: Conversations, server: string, id: string): Conversation | undefined {
  const thread = threads.named(server, 'payment', id);
  return thread && !mayNameBoth(id, [...thread.captures.keys()]) ? thread : undefined;
}

/** Whether an id has the form of these: numbers may name a payment and a capture at once. */
function mayNameBoth(id: string, others: readonly string[]): boolean {
  const form = (text: string) => text.replaceAll(/\d+/g, '#');
  return /^\d+$/.test(id) || others.some((other) => form(other) === form(id));
}

/** A thread for a request that names nothing known; undefined: what it names may have begun before the recording. */
function unknown(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ApiCall,
  server: string,
  id: string | undefined,
): Conversation | undefined {
  const isJudged = id === undefined || failsAuthentication(call) || threads.isNeverIssued(server, id);
  if (isJudged) return threads.begin(exchange, 'legacy', server);
  threads.leaveOut('beginning');
  return undefined;
}
