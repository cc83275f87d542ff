import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange, Traffic, Unread } from '../../../harness/traffic/traffic.ts';
import { leftOutOf, asUsual } from '../recognise/left-out.ts';
import { type LeftOut } from '../recognise/checksum-recipe.ts';
import { locator, type Place } from '../recognise/place.ts';
import { recogniser, type Recognised, type Unjudged } from '../recognise/recognise.ts';
import { addLegacy } from './legacy.ts';
import { addResource, namePayment, nameToken } from './resource.ts';
import { Conversations, idsIn } from './conversations.ts';
import { textsIn } from '../../../harness/traffic/parts/unread.ts';
import { parsedJson } from '../../../harness/wire/message.ts';
import { replyBody, isSuccess } from '../recorded-reply.ts';
import { type Conversation, recordedStep } from './conversation.ts';
import { isMask } from '../../../harness/secrets/masks.ts';
import { instantMs, isInstant } from '../../../spec/instants.ts';
import { at } from '../../../models/checks.ts';
import type { ControlCall } from '../../../models/wire.ts';

/** Ties the exchanges of recorded traffic together by what they name. `leftOut`: what its recorder has left out; default: that is found out. */
export function threadsOf(
  traffic: Traffic,
  target: Target,
  leftOut: LeftOut = leftOutOf(traffic, target),
): Conversations {
  const threads = new Conversations(traffic, target.legacy?.validityMs ?? Infinity, leftOut);
  const recognise = recogniser(target, leftOut);
  const unread = unreadOf(traffic, target);
  let next = 0;
  for (const exchange of traffic.exchanges) {
    // What was sent at the same time may show what it has done: it is known first, and then left out with the rest.
    for (let one = unread[next]; one !== undefined && one.since < exchange.sentAt; one = unread[(next += 1)])
      doubtUnread(threads, one, one.place);
    const usual = asUsual(exchange, leftOut, target);
    add(threads, usual, recognise(usual));
  }
  for (const one of unread.slice(next)) doubtUnread(threads, one, one.place);
  return threads;
}

/** The parts that were not read and may concern the target, in the order of their times. */
function unreadOf(
  { unread = [] }: Traffic,
  target: Target,
): readonly (Unread & { readonly place: Place | undefined })[] {
  const locate = locator(target);
  return unread
    .filter(({ isAccountedFor }) => isAccountedFor !== true)
    .map((one) => ({
      ...one,
      place: one.url === undefined ? undefined : locate({ url: one.url, method: '' }),
    }))
    .filter(({ place }) => place === undefined || !('unjudged' in place) || place.unjudged !== 'elsewhere')
    .toSorted((one, other) => (one.since < other.since ? -1 : one.since > other.since ? 1 : 0));
}

/** What is not judged, and has changed nothing: it went elsewhere, or a browser has asked so whether it may send a request. */
const harmless: ReadonlySet<Unjudged> = new Set<Unjudged>(['elsewhere', 'preflight']);

function add(threads: Conversations, exchange: RecordedExchange, recognised: Recognised): void {
  if ('unjudged' in recognised) {
    const { unjudged, server, operation } = recognised;
    threads.leaveOut(unjudged);
    if (harmless.has(unjudged)) return;
    if (server !== undefined) threads.note(exchange, server, operation);
    return doubtRequest(threads, exchange, recognised);
  }
  const { call, server } = recognised;
  if (call.to === 'control') {
    threads.hasControl = true;
    addControl(threads, exchange, call, server);
  } else if (call.to === 'legacy') addLegacy(threads, exchange, call, server);
  else addResource(threads, exchange, call, server);
  // What a control request issues it shows.
  return threads.note(exchange, server, call.to === 'control' ? '' : call.operation);
}

/**
 * What a request that is not judged may have changed is not known any more: the threads that it names end there. Where what it named was not
 * kept, those that it may have been about do.
 */
function doubtRequest(
  threads: Conversations,
  exchange: RecordedExchange,
  { unjudged, server, to, operation }: Extract<Recognised, { readonly unjudged: unknown }>,
): void {
  const { url, body = '', sentAt } = exchange;
  const isUnseen = unjudged === 'body';
  if (isUnseen && operation === 'create')
    return endAll(threads, sentAt, (one) => one.server === server && one.tokens.size > 0);
  // The legacy interface names payments in bodies alone; most of its replies repeat the id.
  const ids = isUnseen && to === 'legacy' ? idsIn(replyBody(exchange)) : [];
  const isNamed = doubt(threads, [url, body, ...ids], sentAt);
  if (isUnseen && to === 'legacy' && !isNamed)
    endAll(threads, sentAt, (one) => one.server === server && one.interface === 'legacy');
}

/** The same of a part of the file that can't be read; `place`: where it went, if its address can be read. */
function doubtUnread(threads: Conversations, { texts, since, url }: Unread, place: Place | undefined): void {
  threads.doubtIds();
  const isNamed = doubt(threads, [url ?? '', ...texts], since);
  const isControl = place !== undefined && !('unjudged' in place) && place.to === 'control';
  if (isControl || place === undefined) threads.forgetServers(since);
  if (isControl || !isNamed) endAll(threads, since, () => true);
}

/** Ends the threads whose ids stand in these texts, and gives whether there are any. */
function doubt(threads: Conversations, texts: readonly string[], since: number): boolean {
  const about = new Set<Conversation>();
  for (const text of texts)
    for (const id of wordsIn(text)) for (const thread of threads.ofId(id)) about.add(thread);
  for (const thread of about) threads.close(thread, since);
  return about.size > 0;
}

/** What may be an id in a text: each word, and each text of a JSON. */
function wordsIn(text: string): Set<string> {
  const words = new Set([...text.matchAll(/[\w.~-]{3,}/g)].map(([word]) => word));
  for (const one of textsIn(parsedJson(text).body)) words.add(one);
  return words;
}

function endAll(threads: Conversations, since: number, isAbout: (thread: Conversation) => boolean): void {
  for (const thread of threads.all) if (!thread.isBroken && isAbout(thread)) threads.close(thread, since);
}

type ControlHandler = (
  threads: Conversations,
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

/** Adds a request to the control interface; one that was refused, or that is of another kind, has done nothing. */
function addControl(
  threads: Conversations,
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

function issueToken(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const reply = replyBody(exchange);
  const id = at(reply, ['id']);
  if (typeof id !== 'string') return;
  const thread = threads.begin(exchange, 'resource', server);
  const step = recordedStep(exchange, call, { operation: 'issue-token', data: call.body ?? {} });
  threads.put(thread, step);
  nameToken(threads, thread, id, step.step.id, reply);
}

function suspendByConsumer(
  threads: Conversations,
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

function setConsumer(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
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
function endUnknownConsumers(threads: Conversations, { sentAt }: RecordedExchange, server: string): void {
  for (const thread of threads.all) {
    const known = [...thread.consumers.values()].reduce((sum, tokens) => sum + tokens.length, 0);
    if (thread.server === server && thread.tokens.size > known) threads.close(thread, sentAt);
  }
}

function issuePayment(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const id = at(replyBody(exchange), ['id']);
  if (typeof id !== 'string') return;
  const kind = at(call.body, ['status']) === 'REJECTED' ? 'REJECTED' : 'AUTHORIZED';
  const thread = threads.begin(exchange, 'resource', server);
  const step = recordedStep(exchange, call, { operation: 'issue-payment', kind });
  threads.put(thread, step);
  namePayment(threads, thread, id, step.step.id);
}

/** Concerns every thread of the server that goes on later, and none that begins later. */
function moveClock(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const sent = at(call.body, ['ms']);
  const ms = call.method === 'POST' && typeof sent === 'number' ? sent : 0;
  const clock = threads.clock(server);
  const operation = call.method === 'POST' ? 'pass-time' : 'read-clock';
  clock.events.push({ step: recordedStep(exchange, call, { operation }), ms, until: exchange.receivedAt });
  const now = at(replyBody(exchange), ['now']);
  if (isInstant(now)) clock.skewMs = instantMs(now) - exchange.receivedAt;
}

function readPin(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const phone = new URLSearchParams(call.path.split('?')[1]).get('phone') ?? '';
  const [one, ...others] = threads.waiting(server, phone);
  // Of several that wait, it is unknown whose PIN it is.
  if (one === undefined || others.length > 0) return;
  // Of a PIN that was not kept, the request that uses it shows whether it was right.
  const pin = at(replyBody(exchange), ['pin']);
  if (typeof pin === 'string' && isMask(pin)) return;
  const [asked, thread] = one;
  const step = recordedStep(exchange, call, { operation: 'read-pin', uses: { asked } });
  if (threads.put(thread, step, true)) thread.pinned.add(asked);
}

function setWebhook(
  threads: Conversations,
  exchange: RecordedExchange,
  call: ControlCall,
  server: string,
): void {
  const isOn = typeof at(call.body, ['url']) === 'string';
  threads.webhookSet.push({ server, at: exchange.sentAt, isOn });
}
