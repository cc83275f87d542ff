import type { RecordedExchange, Unread } from '../../../harness/traffic/traffic.ts';
import { textsIn } from '../../../harness/traffic/parts/unread.ts';
import { parsedJson } from '../../../harness/wire/message.ts';
import type { Place } from '../recognise/place.ts';
import type { Recognised } from '../recognise/recognise.ts';
import { replyBody } from '../recorded-reply.ts';
import type { Thread } from './thread.ts';
import { idsIn, type Threads } from './threads.ts';

/**
 * What a request that is not judged may have changed is not known any more: the threads that it names end there. Where what it named was not
 * kept, those that it may have been about do.
 */
export function doubtRequest(
  threads: Threads,
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
export function doubtUnread(threads: Threads, { texts, since, url }: Unread, place: Place | undefined): void {
  threads.doubtIds();
  const isNamed = doubt(threads, [url ?? '', ...texts], since);
  const isControl = place !== undefined && !('unjudged' in place) && place.to === 'control';
  if (isControl || place === undefined) threads.forgetServers(since);
  if (isControl || !isNamed) endAll(threads, since, () => true);
}

/** Ends the threads whose ids stand in these texts, and gives whether there are any. */
function doubt(threads: Threads, texts: readonly string[], since: number): boolean {
  const about = new Set<Thread>();
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

function endAll(threads: Threads, since: number, isAbout: (thread: Thread) => boolean): void {
  for (const thread of threads.all) if (!thread.isBroken && isAbout(thread)) threads.close(thread, since);
}
