import { existsSync, statSync } from 'node:fs';
import { readBounded } from '../files/bounded-file.ts';
import { journalIn, packedJournalName } from '../journal/journal-place.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { isHar, trafficOfHar } from './har.ts';
import { trafficOfJournal } from './journal-traffic.ts';
import { trafficOfLines } from './ndjson.ts';
import type { Traffic } from './traffic.ts';

/** The largest file that is read, bytes: it is held in memory several times over. */
const largest = 512 * 1024 * 1024;

/**
 * The recorded traffic in a file, or in the journal of a run's folder: a HAR file, a journal, or lines of JSON. Throws SettingsError when it is
 * none of these, can't be read, or holds no exchange.
 */
export async function readTraffic(path: string): Promise<Traffic> {
  const traffic = await trafficIn(path);
  if (traffic.exchanges.length > 0) return traffic;
  throw new SettingsError(
    `${path} holds no exchange that can be read${traffic.damaged > 0 ? `: ${traffic.damaged} lines have another form` : ''}. It takes a HAR file, a journal of payproof, or lines of JSON (docs/judge-traffic.md).`,
  );
}

async function trafficIn(path: string): Promise<Traffic> {
  if (existsSync(path) && statSync(path).isDirectory()) {
    const journal = journalIn(path);
    if (journal === undefined) throw new SettingsError(`${path} holds no journal of a run.`);
    return trafficOfJournal(journal);
  }
  if (path.endsWith(packedJournalName)) return trafficOfJournal(path);
  const text = readBounded(path, largest);
  const end = text.indexOf('\n');
  const first = jsonOf(end === -1 ? text : text.slice(0, end));
  if (typeof first === 'object' && first !== null && 'k' in first) return trafficOfJournal(path);
  if (first !== undefined && !isHar(first)) return trafficOfLines(text.split('\n'));
  const whole = first ?? jsonOf(text);
  if (isHar(whole)) return trafficOfHar(whole, path);
  throw new SettingsError(
    `${path} can't be read as traffic: it is no JSON. It takes a HAR file, a journal of payproof, or lines of JSON (docs/judge-traffic.md).`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
