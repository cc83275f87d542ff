import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../../models/wire.ts';
import { isObject } from '../../spec/forms.ts';

/** Longest text of a reply in memory and in a journal line, characters. */
export const MOST_CHARACTERS = 32 * 1024;

/** In a shorter list nothing is worth looking for. */
const fewestEntries = 50;

/**
 * Replies as they stay in memory until their sequence is judged. The list of tokens has no pages (resource, GET /tokens/), so that one of a shared sandbox
 * may take megabytes, and a run holds hundreds of them: entries that are as in the list before are kept once, and long texts are cut.
 */
export class KeptReplies {
  #listed: ReadonlyMap<string, unknown> = new Map();

  /** The same reply, in less memory. */
  of(reply: Reply): Reply {
    const { body, text } = reply;
    return {
      ...reply,
      ...(isLongList(body) && { body: this.#shared(body) }),
      ...(text.length > MOST_CHARACTERS && { text: copied(text.slice(0, MOST_CHARACTERS)) }),
    };
  }

  #shared(list: readonly unknown[]): readonly unknown[] {
    const listed = new Map<string, unknown>();
    const entries = list.map((entry) => {
      if (!isObject(entry) || typeof entry['id'] !== 'string') return entry;
      const before = this.#listed.get(entry['id']);
      const kept = isDeepStrictEqual(before, entry) ? before : entry;
      listed.set(entry['id'], kept);
      return kept;
    });
    this.#listed = listed;
    return entries;
  }
}

const isLongList = (body: unknown): body is readonly unknown[] =>
  Array.isArray(body) && body.length >= fewestEntries;

/** A part of a text keeps all of it in memory, unless it is copied. */
const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
