import { serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { KeptReplies, MOST_CHARACTERS } from '../../../harness/wire/kept-reply.ts';
import type { Reply } from '../../../models/wire.ts';

const replyWith = (body: unknown, text = JSON.stringify(body)): Reply => ({
  http: 200,
  contentType: 'application/json',
  // As it comes: no two replies have an object in common.
  body: JSON.parse(JSON.stringify(body)) as unknown,
  text,
  sentAt: 0,
  receivedAt: 1,
});
const tokens = (changed: Readonly<Record<number, object>> = {}, length = 200) =>
  Array.from({ length }, (_, index) => ({ id: `tok_${index}`, status: 'ACTIVE', ...changed[index] }));
const entriesOf = ({ body }: Reply) => body as readonly unknown[];

describe('replies as they stay in memory', () => {
  test.each([
    ['an equal list', tokens(), []],
    ['a list with another status', tokens({ 7: { status: 'SUSPENDED' } }), [7]],
    ['a list with one field more', tokens({ 7: { test: true } }), [7]],
    ['a list with an id twice', [...tokens(), { id: 'tok_3', status: 'DELETED' }], [200]],
    ['a list with texts and numbers', [...tokens(), 'tok_3', 3, null, { id: 3 }], [203]],
  ])('are what came, and share the entries that came before: %s', (_, next, own) => {
    const kept = new KeptReplies();
    const before = kept.of(replyWith(tokens()));
    const after = kept.of(replyWith(next));
    expect(after.body).toEqual(next);
    const apart = entriesOf(after).flatMap((entry, index) =>
      typeof entry === 'object' && entry !== null && !entriesOf(before).includes(entry) ? [index] : [],
    );
    expect(apart).toEqual(own);
  });

  test('take little more for a hundred lists of a sandbox with thousands of tokens than for one', () => {
    const kept = new KeptReplies();
    const many = tokens({}, 4000).map((token) => ({ ...token, description: 'x'.repeat(500) }));
    const lists = Array.from({ length: 100 }, () => kept.of(replyWith(many)));
    // What is shared is written once.
    const bytesOf = (replies: readonly Reply[]) => serialize(replies).length;
    expect(bytesOf(lists)).toBeLessThan(10 * bytesOf(lists.slice(0, 1)));
  });

  test.each([MOST_CHARACTERS, MOST_CHARACTERS + 1])(
    'have the beginning of a text of %d characters',
    (length) => {
      const text = `${'x'.repeat(length - 1)}\u{1F600}`;
      const reply = new KeptReplies().of({ ...replyWith({}), text });
      expect(reply.text).toBe(text.slice(0, MOST_CHARACTERS));
    },
  );
});
