import {
  type OperationName,
  type ResourceOperationName,
  resourceOperations,
} from '../../../spec/operations.ts';
import type { Json, Uses } from '../../../engine/model.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import { at } from '../../../models/checks.ts';
import { entries, hasPrefix, sameState } from '../../../models/resource/forms.ts';
import type { ApiCall } from '../../../models/wire.ts';
import { isSuccess, replyBody } from '../recorded-reply.ts';
import { presumedToken, recordedStep, type Conversation } from './conversation.ts';
import { failsAuthentication } from '../recognise/recognise.ts';
import type { Conversations } from './conversations.ts';

const reads: ReadonlySet<OperationName> = new Set(['get', 'token-get', 'token-list'] as const);

/** Ties a request of the resource interface to the thread of its payment or its token. */
export function addResource(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ApiCall,
  server: string,
): void {
  if (call.operation === 'create') create(threads, exchange, call, server);
  else if (call.operation === 'token-list') list(threads, exchange, call, server);
  else about(threads, exchange, call, server);
}

function create(threads: Conversations, exchange: RecordedExchange, call: ApiCall, server: string): void {
  const sent = at(call.body, [resourceOperations.create.uses.token]);
  const token = typeof sent === 'string' && sent !== '' ? sent : undefined;
  const made = isSuccess(exchange)
    ? at(replyBody(exchange), [resourceOperations.create.makes.payment])
    : undefined;
  const id = hasPrefix('pay_')(made) ? made : undefined;
  // An id that another payment has shows in the thread of that payment.
  const same = id === undefined ? undefined : threads.named(server, 'payment', id);
  const known = same ?? (token === undefined ? undefined : threads.named(server, 'token', token));
  // Only a payment that stands shows that its token is ACTIVE.
  const isUsable = isSuccess(exchange) && sameState(at(replyBody(exchange), ['status']), 'AUTHORIZED');
  const isJudged =
    known !== undefined ||
    token === undefined ||
    isUsable ||
    failsAuthentication(call) ||
    threads.isNeverIssued(server, token);
  if (!isJudged) return threads.leaveOut('beginning');
  const thread = known ?? threads.begin(exchange, 'resource', server);
  const isPresumed =
    token !== undefined && !thread.tokens.has(token) && isUsable && !threads.isNeverIssued(server, token);
  if (isPresumed) {
    const presumed = presumedToken(exchange, token);
    if (!threads.put(thread, presumed, true)) return;
    nameToken(threads, thread, token, presumed.step.id);
  }
  const used = token === undefined ? undefined : thread.tokens.get(token);
  const step = recordedStep(exchange, call, {
    operation: 'create',
    ...(used !== undefined && { uses: { token: used } }),
  });
  if (!threads.put(thread, step)) return;
  if (id !== undefined) namePayment(threads, thread, id, step.step.id);
}

function list(threads: Conversations, exchange: RecordedExchange, call: ApiCall, server: string): void {
  const operation = exchange.reply === undefined ? 'unseen-list' : 'token-list';
  const recorded = recordedStep(exchange, call, { operation });
  const { exchange: _unseen, ...unseen } = recorded;
  const step = exchange.reply === undefined ? unseen : recorded;
  // It may count as a request on each token.
  threads.clock(server).events.push({ step, ms: 0, until: exchange.receivedAt, isList: true });
  const thread = threads.lastTokens(server);
  if (thread !== undefined) thread.pass(threads.clock(server));
  else threads.put(threads.begin(exchange, 'resource', server), step, true);
}

function about(threads: Conversations, exchange: RecordedExchange, call: ApiCall, server: string): void {
  const entity = resourceOperations[call.operation as ResourceOperationName].of;
  const id = idIn(call.path);
  const known = threads.named(server, entity, id);
  const thread = known ?? unknown(threads, exchange, call, { server, id, entity });
  if (thread === undefined) return;
  const key = (entity === 'token' ? thread.tokens : thread.payments).get(id);
  const captured = at(call.body, [resourceOperations.refund.uses.capture]);
  const capture = typeof captured === 'string' ? thread.captures.get(captured) : undefined;
  if (call.operation === 'refund' && capture === undefined && isOfLost(thread, key, captured)) {
    threads.close(thread, exchange.sentAt);
    return threads.leaveOut('beginning');
  }
  const isFirst =
    known === undefined &&
    reads.has(call.operation) &&
    isSuccess(exchange) &&
    isMet(replyBody(exchange), id, entity);
  const uses: Uses = {
    ...(key !== undefined && { [entity]: key }),
    ...(capture !== undefined && capture.payment === key && { capture: capture.step }),
  };
  const data: Json | undefined = key === undefined ? { id } : undefined;
  const operation = isFirst && !failsAuthentication(call) ? `meet-${entity}` : call.operation;
  const step = recordedStep(exchange, call, { operation, uses, ...(data !== undefined && { data }) });
  if (!threads.put(thread, step, reads.has(call.operation))) return;
  if (operation !== call.operation) {
    if (entity === 'token') nameToken(threads, thread, id, step.step.id, replyBody(exchange));
    else namePayment(threads, thread, id, step.step.id);
  }
  if (entity !== 'payment') return;
  const payment = key ?? step.step.id;
  if (call.operation === 'capture' && exchange.reply === undefined) thread.lostCaptures.add(payment);
  if (isSuccess(exchange)) nameCaptures(thread, exchange, payment, step.step.id);
}

/** Whether a refund may be of a capture whose id was lost with an answer. */
const isOfLost = ({ lostCaptures }: Conversation, payment: string | undefined, captured: unknown): boolean =>
  typeof captured === 'string' && payment !== undefined && lostCaptures.has(payment);

/** A thread for a request that names nothing known; undefined: what it names may have begun before the recording. */
function unknown(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ApiCall,
  {
    server,
    id,
    entity,
  }: { readonly server: string; readonly id: string; readonly entity: 'payment' | 'token' },
): Conversation | undefined {
  const body = replyBody(exchange);
  const isShown = reads.has(call.operation) && isSuccess(exchange) && isMet(body, id, entity);
  const isJudged =
    failsAuthentication(call) || threads.isNeverIssued(server, id) || (isShown && isMeant(call, entity));
  if (isJudged) return threads.begin(exchange, 'resource', server);
  threads.leaveOut('beginning');
  return undefined;
}

/** Whether a reply shows a payment, or a token that is usable: who has suspended another is not known. */
function isMet(body: unknown, id: string, entity: 'payment' | 'token'): boolean {
  const states = entity === 'token' ? ['ACTIVE'] : ['AUTHORIZED', 'CLOSED', 'REJECTED'];
  return at(body, ['id']) === id && states.some((state) => sameState(at(body, ['status']), state));
}

/** Whether a read asks for nothing but the record. */
const isMeant = ({ method, path }: ApiCall, entity: 'payment' | 'token'): boolean =>
  method === 'GET' && path.split('/').length === 3 && path.startsWith(`/${entity}s/`);

function idIn(path: string): string {
  const segment = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function namePayment(threads: Conversations, thread: Conversation, id: string, step: string): void {
  if (!thread.payments.has(id)) thread.payments.set(id, step);
  threads.name(thread, 'payment', id);
}

/** A token by its id; `shown`: what shows its consumer, whose suspension concerns the token too. */
export function nameToken(
  threads: Conversations,
  thread: Conversation,
  id: string,
  step: string,
  shown?: unknown,
): void {
  thread.tokens.set(id, step);
  threads.name(thread, 'token', id);
  const consumer = at(shown, ['consumer_id']);
  if (typeof consumer !== 'string') return;
  thread.consumers.set(consumer, [...(thread.consumers.get(consumer) ?? []), step]);
  threads.name(thread, 'consumer', consumer);
}

/** The captures that a reply shows for the first time: the step that made them, or that first met them. */
function nameCaptures(thread: Conversation, exchange: RecordedExchange, payment: string, step: string): void {
  // It is unknown which of them an unanswered request has made.
  if (thread.lostCaptures.has(payment)) return;
  const fresh = entries(at(replyBody(exchange), [resourceOperations.capture.lists.capture]))
    .map(({ id }) => id)
    .filter((id): id is string => typeof id === 'string' && !thread.captures.has(id));
  for (const [index, id] of fresh.entries())
    thread.captures.set(id, { step: payment === step ? metCapture(step, index) : step, payment });
}

/** The name of a capture that a payment had when it was met. */
export const metCapture = (step: string, index: number): string => `${step}-capture-${index + 1}`;
