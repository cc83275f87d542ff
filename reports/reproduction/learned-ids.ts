import type { TranscriptLine } from '../../harness/records/failure-record.ts';
import { pathSegment } from '../../spec/forms.ts';

/** A value of the target that is read from an earlier reply. */
export interface Learned {
  readonly value: string;
  readonly variable: string;
}

/** An id to read from a reply: the nth text under this key with this prefix. */
export interface IdToRead extends Learned {
  readonly key: string;
  /** `pay_`, `cap_`: the kind of object; empty where ids have no prefix. */
  readonly prefix: string;
  /** Counted from 1. */
  readonly nth: number;
}

/** Only fields that hold ids: a status or an amount that is sent again is not learned from the reply. */
const namesThings = /^(?:id|.+_id|pin)$/;

/**
 * The ids that each line's reply gives and a later call sends, by line. A value that an earlier call already held is ours, not
 * the target's. `claimed`: texts that the last answer is compared with, which are read as well, ids or not.
 */
export function idsToRead(
  transcript: readonly TranscriptLine[],
  claimed: readonly string[] = [],
): readonly (readonly IdToRead[])[] {
  const known = new Set<string>();
  let sent = '';
  return transcript.map((line, index) => {
    sent += JSON.stringify(line.call);
    const later = [...transcript.slice(index + 1).map(({ call }) => JSON.stringify(call)), ...claimed];
    const found: IdToRead[] = [];
    for (const { key, value, nth, prefix } of namesIn(line.reply, new Set(claimed))) {
      const text = JSON.stringify(value).slice(1, -1);
      if (known.has(value) || sent.includes(text)) continue;
      if (!later.some((call) => call.includes(text) || call.includes(pathSegment(value)))) continue;
      known.add(value);
      found.push({ key, value, nth, prefix, variable: `${key}_${known.size}` });
    }
    return found;
  });
}

interface Name {
  readonly key: string;
  readonly value: string;
  readonly prefix: string;
  readonly nth: number;
}

function namesIn(reply: unknown, claimed: ReadonlySet<string>): readonly Name[] {
  const counts = new Map<string, number>();
  const names: Name[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && inner.length > 2 && !Array.isArray(value)) {
        const prefix = /^[a-z]{2,8}_/.exec(inner)?.[0] ?? '';
        // Without a prefix the extraction finds every text under the key, so each counts.
        for (const seen of new Set([prefix, ''])) counts.set(key + seen, (counts.get(key + seen) ?? 0) + 1);
        if (namesThings.test(key) || claimed.has(inner))
          names.push({ key, value: inner, prefix, nth: counts.get(key + prefix) ?? 1 });
      } else walk(inner);
    }
  };
  walk(reply);
  return names.filter(({ key }) => /^[a-z_]+$/.test(key));
}
