import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import { isMask } from '../../../harness/secrets/masks.ts';
import { instantMs, isInstant } from '../../../models/resource/replies/instants.ts';
import { at } from '../../../models/checks.ts';
import type { ControlCall } from '../../../models/wire.ts';
import { isSuccess, replyBody } from '../recorded-reply.ts';
import { recordedStep } from './thread.ts';
import { namePayment, nameToken } from './resource.ts';
import type { Threads } from './threads.ts';

type ControlHandler = (
  threads: Threads,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
) => void;

/** What a request to the control interface does to threads: it is not judged, and later requests rest on it. */
const handlers: readonly (readonly [method: string, path: RegExp, ControlHandler])[] = [
  ['POST', /^\/tokens$/, issueToken],
  ['POST', /^\/tokens\/([^/]+)\/suspend$/, suspendByConsumer],
  ['PUT', /^\/consumers\/([^/]+)$/, setConsumer],
  ['POST', /^\/payments$/, issuePayment],
  ['GET', /^\/clock$/, moveClock],
  ['POST', /^\/clock\/advance$/, moveClock],
  ['GET', /^\/pins\?phone=/, readPin],
  ['PUT', /^\/webhook$/, setWebhook],
];

/** Adds a request to the control interface; one that was refused, or that is none of these, has done nothing. */
export function addControl(
  threads: Threads,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const found = handlers.find(([method, path]) => method === call.method && path.test(call.path));
  if (found === undefined) return;
  if (isSuccess(exchange)) return found[2](threads, exchange, call, server);
  // What became of it is not known.
  if (exchange.reply === undefined)
    for (const thread of threads.all) if (thread.server === server) threads.close(thread);
}

function issueToken(threads: Threads, exchange: RecordedExchange, call: ControlCall, server: string): void {
  const reply = replyBody(exchange);
  const id = at(reply, ['id']);
  if (typeof id !== 'string') return;
  const thread = threads.begin(exchange, 'resource', server);
  const step = recordedStep(exchange, call, { operation: 'issue-token', data: call.body ?? {} });
  threads.put(thread, step);
  nameToken(threads, thread, id, step.step.id, reply);
}

function suspendByConsumer(
  threads: Threads,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const id = decodeURIComponent(call.path.split('/')[2] ?? '');
  const thread = threads.named(server, 'token', id);
  const token = thread?.tokens.get(id);
  if (thread === undefined || token === undefined) return;
  if (at(call.body, ['authority']) !== 'consumer') return threads.close(thread);
  threads.put(thread, recordedStep(exchange, call, { operation: 'consumer-suspends', uses: { token } }));
}

function setConsumer(threads: Threads, exchange: RecordedExchange, call: ControlCall, server: string): void {
  const id = decodeURIComponent(call.path.split('/')[2] ?? '');
  const status = at(call.body, ['status']);
  const kind = status === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE';
  const thread = threads.named(server, 'consumer', id);
  if (thread === undefined) return endUnknownConsumers(threads, exchange, server);
  for (const [index, token] of (thread.consumers.get(id) ?? []).entries()) {
    const about = { operation: 'set-consumer', kind, uses: { token } };
    threads.put(thread, recordedStep(exchange, call, about, `-${index + 1}`));
  }
}

/** The consumer may be that of any token of which no reply has shown whose it is. */
function endUnknownConsumers(threads: Threads, { sentAt }: RecordedExchange, server: string): void {
  for (const thread of threads.all) {
    const known = [...thread.consumers.values()].reduce((sum, tokens) => sum + tokens.length, 0);
    if (thread.server === server && thread.tokens.size > known) threads.close(thread, sentAt);
  }
}

function issuePayment(threads: Threads, exchange: RecordedExchange, call: ControlCall, server: string): void {
  const id = at(replyBody(exchange), ['id']);
  if (typeof id !== 'string') return;
  const kind = at(call.body, ['status']) === 'REJECTED' ? 'REJECTED' : 'AUTHORIZED';
  const thread = threads.begin(exchange, 'resource', server);
  const step = recordedStep(exchange, call, { operation: 'issue-payment', kind });
  threads.put(thread, step);
  namePayment(threads, thread, id, step.step.id);
}

/** Concerns every thread of the server that goes on later, and none that begins later. */
function moveClock(threads: Threads, exchange: RecordedExchange, call: ControlCall, server: string): void {
  const sent = at(call.body, ['ms']);
  const ms = call.method === 'POST' && typeof sent === 'number' ? sent : 0;
  const clock = threads.clock(server);
  const operation = call.method === 'POST' ? 'pass-time' : 'read-clock';
  clock.events.push({ step: recordedStep(exchange, call, { operation }), ms, until: exchange.receivedAt });
  const now = at(replyBody(exchange), ['now']);
  if (isInstant(now)) clock.skewMs = instantMs(now) - exchange.receivedAt;
}

function readPin(threads: Threads, exchange: RecordedExchange, call: ControlCall, server: string): void {
  const phone = new URLSearchParams(call.path.split('?')[1]).get('phone') ?? '';
  const [one, ...others] = threads.waiting(server, phone);
  // Of several that wait, nobody can tell whose PIN it is.
  if (one === undefined || others.length > 0) return;
  // Of a PIN that was not kept, the request that uses it shows whether it was right.
  const pin = at(replyBody(exchange), ['pin']);
  if (typeof pin === 'string' && isMask(pin)) return;
  const [asked, thread] = one;
  const step = recordedStep(exchange, call, { operation: 'read-pin', uses: { asked } });
  if (threads.put(thread, step, true)) thread.pinned.add(asked);
}

function setWebhook(threads: Threads, exchange: RecordedExchange, call: ControlCall, server: string): void {
  const isOn = typeof at(call.body, ['url']) === 'string';
  threads.webhookSet.push({ server, at: exchange.sentAt, isOn });
}
