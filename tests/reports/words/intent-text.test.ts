import { expect, test } from 'vitest';
import { intentText, explainedIntents } from '../../../reports/words/intent-text.ts';
import { sources } from '../../house/reading/sources.ts';

test.each([
  ['refund', 'none', 'no amount is named'],
  ['refund', 'full', 'the whole amount of the capture'],
  ['capture', 'full', 'the whole amount'],
  ['create', 'full', 'every field that it takes'],
  ['update', 'description', undefined],
])('the intent of %s %s is explained as %s', (operation, intent, text) => {
  expect(intentText(operation, intent)).toBe(text);
});

test('what is explained are intents that generators have', () => {
  const text = sources()
    .filter(({ path }) => path.startsWith('generators/'))
    .map((one) => one.text)
    .join('');
  const isMade = (intent: string) =>
    ["'", '"', '`'].some((mark) => text.includes(mark + intent + mark)) || text.includes(` ${intent}:`);
  expect(explainedIntents.filter((intent) => !isMade(intent))).toEqual([]);
});
