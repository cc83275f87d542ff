import type { z } from 'zod';
import type { Unread } from '../traffic.ts';

/** So many texts of a damaged part are kept, of so many characters: enough for every id that a request names. */
const mostTexts = 200;
const longestText = 64 * 1024;
const deepest = 12;

/** The texts in a value of any form, without recursion into what is nested deeper than any request. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const level = [{ value, depth: 0 }];
  for (const { value: one, depth } of level) {
    if (texts.length >= mostTexts || level.length > 10 * mostTexts) break;
    if (typeof one === 'string') texts.push(one.slice(0, longestText));
    else if (typeof one === 'object' && one !== null && depth < deepest)
      for (const inner of Object.values(one).slice(0, mostTexts))
        level.push({ value: inner, depth: depth + 1 });
  }
  return texts;
}

/** What is wrong with a part of a file, by its first wrong field. */
export function wrongField({ issues }: Pick<z.ZodError, 'issues'>): string {
  const [first] = issues;
  const name = (first?.path ?? [])
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
  const is = (first?.message ?? 'it has another form').replace(/^Invalid input: /, '');
  return name === '' ? is : `\`${name}\`: ${is}`;
}

/** The message about the parts of a file that can't be read: how many, and the first. */
export function unreadWords(unread: readonly Unread[], part: 'line' | 'entry'): string {
  const [first] = unread;
  return first === undefined ? '' : `${part} ${first.number}: ${first.why}`;
}
