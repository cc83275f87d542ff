import { drawing } from '../chance.ts';
import type { DeliveryRules } from './rules.ts';

/** How irregular deliveries are, within what the document allows (legacy, Events, rule 5). */
export interface Chaos {
  /** The longest delay of a first send, ms. */
  readonly delayMs: number;
  /** The share of sends that are sent twice. */
  readonly duplicate: number;
  /** The share of notifications that wait a moment, so that others overtake them. */
  readonly reorder: number;
}

/** Long enough for the events of several requests. */
const reorderMs = 100;
/** A later copy of a failed send would look like a retry. */
const copyWithinMs = 1000;

/** A timer holds 24 days; no run waits for a day. */
const mostDelayMs = 24 * 3_600_000;

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const syntax =
  'Write delay=3s, duplicate=0.5 and reorder=1, joined by commas; a bare delay is 1s, a bare duplicate 0.5, a bare reorder 1.';

/** Reads `delay=3s,duplicate=0.5,reorder`. Throws a RangeError that says what would have been right. */
export function chaosOf(text: string): Chaos {
  const chaos = { delayMs: 0, duplicate: 0, reorder: 0 };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', value] = part.trim().split('=', 2);
    if (named.has(name)) throw new RangeError(`"${text}" names ${name} twice. ${syntax}`);
    named.add(name);
    if (name === 'delay') chaos.delayMs = value === undefined ? 1000 : delayOf(value);
    else if (name === 'duplicate') chaos.duplicate = value === undefined ? 0.5 : shareOf(name, value);
    else if (name === 'reorder') chaos.reorder = value === undefined ? 1 : shareOf(name, value);
    else throw new RangeError(`"${name}" is no kind of chaos. ${syntax}`);
  }
  return chaos;
}

function delayOf(value: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(value) ?? [];
  if (count === undefined || unit === undefined)
    throw new RangeError(`delay=${value} is no duration: write 250ms, 3s, 2m or 1h. ${syntax}`);
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (ms > mostDelayMs) throw new RangeError(`delay=${value} is too long: 24h at most. ${syntax}`);
  return ms;
}

function shareOf(name: string, value: string): number {
  if (/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/.test(value)) return Number(value);
  throw new RangeError(`${name}=${value} is no share: write a number from 0 to 1. ${syntax}`);
}

/** The rules of a server with such deliveries, the same ones under the same seed. Retries keep their intervals. */
export function chaosRules({ delayMs, duplicate, reorder }: Chaos, seed: number): Partial<DeliveryRules> {
  const draw = drawing(seed);
  return {
    holdMs: () => delayMs * draw() + (draw() < reorder ? reorderMs * draw() : 0),
    copyAfterMs: (it) => {
      if (draw() >= duplicate) return undefined;
      return draw() * (it === 'was taken' ? delayMs : Math.min(delayMs, copyWithinMs));
    },
  };
}
