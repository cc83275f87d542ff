import { expect, test } from 'vitest';
import { storedSignature } from '../../../harness/records/sequence-record.ts';

const signature = {
  at: 'reply',
  operations: ['capture'],
  rules: ['legacy.capture.captures', 'legacy.capture.full-closes'],
} as const;

test.each([
  ['a reply', 'reply capture legacy.capture.captures,legacy.capture.full-closes', signature],
  [
    'notifications',
    'arrivals notifications legacy.events.all-sent',
    { at: 'notifications', operations: ['notifications'], rules: ['legacy.events.all-sent'] },
  ],
  [
    'overlapping requests',
    'overlap capture,close legacy.capture.closed-refuses',
    { at: 'overlap', operations: ['capture', 'close'], rules: ['legacy.capture.closed-refuses'] },
  ],
  [
    'a procedure',
    'retries legacy.retries.two legacy.retries.one',
    { at: 'procedure', operations: ['retries'], rules: ['legacy.retries.one', 'legacy.retries.two'] },
  ],
])('the signature of %s in an old file is read from its text', (_what, text, expected) => {
  expect(storedSignature.parse(text)).toEqual(expected);
});

test('a signature is read as it was written', () => {
  expect(storedSignature.parse(JSON.parse(JSON.stringify(signature)))).toEqual(signature);
  expect(storedSignature.safeParse({ ...signature, at: 'arrivals' }).success).toBe(false);
});
