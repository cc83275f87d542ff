import { describe, expect, it } from 'vitest';
import { instantMs, isInstant } from '../../../../spec/instants.ts';

const ms = Date.UTC(2029, 2, 9, 17, 0, 43);

describe('an ISO 8601 instant in UTC', () => {
  it.each([
    ['2029-03-09T17:00:43Z', ms],
    ['2029-03-09T17:00:43.120Z', ms + 120],
    ['2029-03-09T17:00:43,12+00:00', ms + 120],
    ['2029-03-09T17:00:43+0000', ms],
    ['20290309T170043Z', ms],
    ['20290309T170043.5+0000', ms + 500],
  ])('%s is read', (text, expected) => {
    expect(instantMs(text)).toBe(expected);
  });

  it.each([
    ['without a zone', '2029-03-09T17:00:43'],
    ['with a space', '2029-03-09 17:00:43Z'],
    ['in another zone', '2029-03-09T17:00:43+09:00'],
    ['of a day only', '2029-03-09'],
    ['of a day that does not exist', '2029-13-45T17:00:43Z'],
    ['as a number', 1_867_597_243_000],
    ['that is empty', ''],
  ])('is not one %s', (_what, value) => {
    expect(isInstant(value)).toBe(false);
  });
});
