import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayHold } from '../../../harness/secrets/redact.ts';

const word = fc.stringMatching(/^[a-z0-9]{1,24}$/);
const text = fc.string({
  unit: fc.oneof(fc.constantFrom('a', 'b', 'c', '0', '1', '9', ' ', '…', '注'), fc.string({ maxLength: 1 })),
});

test('a text that holds one of the words may hold them, wherever it stands and whatever stands beside it', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.nat(), text, text, (words, which, before, after) => {
      expect(mayHold(words)(before + (words[which % words.length] ?? '') + after)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a text without any part of the words is known not to hold them, and words that are too short may be anywhere', () => {
  const may = mayHold(['4f1c7a90e2b85d36', 'b07d52c94ae8136f']);
  expect(may('the order of the payment is open'.repeat(10))).toBe(false);
  expect(may('4f1')).toBe(false);
  expect(mayHold(['abc', '4f1c7a90e2b85d36'])('x')).toBe(true);
});
