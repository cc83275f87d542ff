import type { TranscriptLine } from '../../harness/records/failure-record.ts';
import { isObject } from '../../spec/forms.ts';
import { plain } from './plain.ts';

/** A value of a request that a reader would not see in its kind alone. */
export interface OddValue {
  /** `order.items[0].title`; `body` where it is no JSON. */
  readonly at: string;
  /** Safe to display: hidden characters are written as their codes. */
  readonly shown: string;
}

/** Of one request. */
const mostValues = 2;
/** Longer texts are odd by their length, and cut. */
const longText = 200;
const longestShown = 60;
/** Whole numbers of more bits are. */
const largest = 2 ** 31 - 1;

/** The odd values of a step: hidden characters, blanks at an end, what is empty or very long, and numbers that are not whole, or beyond 32 bits. */
export function oddValues({ call, control }: Pick<TranscriptLine, 'call' | 'control'>): readonly OddValue[] {
  if (control || !isObject(call)) return [];
  const { body, rawBody } = call;
  if (typeof rawBody === 'string') return [{ at: 'body', shown: quotedText(rawBody) }];
  return oddIn(body, '').slice(0, mostValues);
}

function oddIn(value: unknown, at: string): readonly OddValue[] {
  if (typeof value === 'string') return isOddText(value) ? [{ at, shown: quotedText(value) }] : [];
  if (typeof value === 'number') return isOddNumber(value) ? [{ at, shown: String(value) }] : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => oddIn(one, `${at}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    oddIn(one, at === '' ? plain(name) : `${at}.${plain(name)}`),
  );
}

function isOddText(text: string): boolean {
  return text === '' || text.length > longText || text.trim() !== text || plain(text, Infinity) !== text;
}

function isOddNumber(value: number): boolean {
  return !Number.isInteger(value) || Math.abs(value) > largest;
}

function quotedText(text: string): string {
  return `"${plain(text.slice(0, longestShown), Infinity)}${text.length > longestShown ? `…" (${text.length} characters)` : '"'}`;
}
