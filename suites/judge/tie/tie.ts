import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange, Traffic, Unread } from '../../../harness/traffic/traffic.ts';
import { leftOutOf } from '../recognise/find-left-out.ts';
import { asUsual, type LeftOut } from '../recognise/left-out.ts';
import { locator, type Place } from '../recognise/place.ts';
import { recogniser, type Recognised, type Unjudged } from '../recognise/recognise.ts';
import { addControl } from './control.ts';
import { doubtRequest, doubtUnread } from './doubt.ts';
import { addLegacy } from './legacy.ts';
import { addResource } from './resource.ts';
import { Threads } from './threads.ts';

/** Ties the exchanges of recorded traffic together by what they name. `leftOut`: what its recorder has left out; default: that is found out. */
export function threadsOf(
  traffic: Traffic,
  target: Target,
  leftOut: LeftOut = leftOutOf(traffic, target),
): Threads {
  const threads = new Threads(traffic, target.legacy?.validityMs ?? Infinity, leftOut);
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

function add(threads: Threads, exchange: RecordedExchange, recognised: Recognised): void {
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
