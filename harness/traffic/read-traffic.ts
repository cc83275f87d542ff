import { existsSync, statSync } from 'node:fs';
import { journalIn, packedJournalName } from '../journal/journal-place.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { isHar, trafficOfHar } from './har.ts';
import { trafficOfJournal, trafficOfJournalBytes } from './journal-traffic.ts';
import { trafficOfLines } from './ndjson.ts';
import { otherBytes, otherJson } from './parts/other-forms.ts';
import { jsonOf, linesOf, readUnpacked, textOfBytes } from './parts/read-text.ts';
import { unreadWords } from './parts/unread.ts';
import type { Traffic } from './traffic.ts';

const takes = 'It takes a HAR file, a journal of payproof, or lines of JSON (docs/judge-traffic.md).';

/**
 * The recorded traffic in a file, or in the journal of a run's folder: a HAR file, a journal, or lines of JSON, as they are or compressed by gzip, in
 * UTF-8 or UTF-16. Throws SettingsError when it is none of these, can't be read, or holds no exchange.
 */
export async function readTraffic(path: string): Promise<Traffic> {
  const traffic = await trafficIn(path);
  if (traffic.exchanges.length > 0) return traffic;
  const { damaged, unread = [] } = traffic;
  const why = unread.length > 0 ? ` (${unreadWords(unread, 'line')})` : '';
  const others = damaged > 0 ? `: ${damaged} lines have another form${why}` : '';
  throw new SettingsError(`${path} holds no exchange that can be read${others}. ${takes}`);
}

async function trafficIn(path: string): Promise<Traffic> {
  if (existsSync(path) && statSync(path).isDirectory()) {
    const journal = journalIn(path);
    if (journal === undefined) throw new SettingsError(`${path} holds no journal of a run.`);
    return trafficOfJournal(journal);
  }
  if (path.endsWith(packedJournalName)) return trafficOfJournal(path);
  const bytes = readUnpacked(path);
  const refused = (why: string) => new SettingsError(`${path} can't be read as traffic: ${why}. ${takes}`);
  const binary = otherBytes(bytes);
  if (binary !== undefined) throw refused(binary);
  const text = textOfBytes(bytes, path);
  const [firstLine = ''] = linesOf(text);
  const first = jsonOf(firstLine);
  if ('value' in first) {
    const { value } = first;
    if (typeof value === 'object' && value !== null && 'k' in value) return trafficOfJournalBytes(bytes);
    const other = otherJson(value);
    if (other !== undefined) throw refused(other);
    if (!isHar(value)) return trafficOfLines(linesOf(text));
  }
  const whole = 'value' in first ? first : jsonOf(text);
  if ('wrong' in whole) throw refused(whole.wrong);
  if (isHar(whole.value)) return trafficOfHar(whole.value, path);
  throw refused(otherJson(whole.value) ?? 'it is JSON of another form');
}
