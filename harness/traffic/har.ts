import { z } from 'zod';
import { SettingsError } from '../settings/settings-error.ts';
import { exchangeOf, sentOf } from './parts/har-entry.ts';
import { textsIn, unreadWords } from './parts/unread.ts';
import { mostExchanges } from './parts/most-exchanges.ts';
import { trafficOf, type RecordedExchange, type Traffic, type Unread } from './traffic.ts';

const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

/** Whether a JSON value is meant as a HAR file. */
export function isHar(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'log' in value;
}

/**
 * The traffic in a HAR file. An entry that lacks what is read of it counts as damaged, and may have been any request. Throws SettingsError where there
 * is no list of entries, there are too many, or none of them can be read.
 */
export function trafficOfHar(value: unknown, file: string): Traffic {
  const parsed = har.safeParse(value);
  if (!parsed.success) throw new SettingsError(`${file} is no HAR file: it has no list \`log.entries\`.`);
  const { entries } = parsed.data.log;
  if (entries.length > mostExchanges) throw new SettingsError(tooMany(file));
  const exchanges: RecordedExchange[] = [];
  const unread: Unread[] = [];
  let since = -Infinity;
  for (const [index, one] of entries.entries()) {
    const number = index + 1;
    const read = exchangeOf(one, number);
    if (read.exchange !== undefined) {
      exchanges.push(read.exchange);
      since = read.exchange.sentAt;
    }
    if (read.why === undefined) continue;
    const known = read.exchange === undefined ? sentOf(one) : { isAccountedFor: true as const };
    unread.push({ number, why: read.why, since, texts: textsIn(one), ...known });
  }
  if (exchanges.length === 0 && unread.length > 0)
    throw new SettingsError(
      `${file} is no HAR file that can be read: none of its ${unread.length} entries has a time, a request and a response (${unreadWords(unread, 'entry')}).`,
    );
  return trafficOf('har', { exchanges, notifications: [], damaged: unread.length, unread });
}

const tooMany = (file: string): string =>
  `${file} has more than ${mostExchanges} entries, the most that are read of a file: cut it into several.`;
