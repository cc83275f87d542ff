import { checksOf } from '../../../engine/judge/miss.ts';
import { expect, test } from 'vitest';
import type { Json, Step } from '../../../engine/model.ts';
import { predictTokenList } from '../../../models/resource/tokens/list.ts';
import { predictTokenGet } from '../../../models/resource/tokens/get.ts';
import { initialState, initialUnder, type ResourceState } from '../../../models/resource/state.ts';
import type { Setup } from '../../../models/setup.ts';
import type { ApiCall, Reply } from '../../../models/wire.ts';

const setup: Setup = {
  means: new Set(),
  personas: {},
  validityMs: 0,
  amount: { min: 1, max: 1 },
  tokens: [],
  exclusive: false,
};
const step: Step = { id: 's2', operation: 'any', kind: 'plain', uses: {} };
const call: ApiCall = {
  to: 'resource',
  operation: 'token-list',
  method: 'GET',
  path: '/tokens/',
  credential: 'valid',
};
const answer = (body: Json, http = 200): Reply => ({
  http,
  body,
  contentType: 'application/json',
  text: JSON.stringify(body),
  sentAt: 0,
  receivedAt: 1,
});

function flagAccused(state: ResourceState, reply: Reply): boolean {
  const [first] = predictTokenList(state, call, step);
  const breaches = first === undefined ? [] : checksOf(first).flatMap((check) => check.test(reply));
  return breaches.some(({ rule }) => rule === 'resource.token.test');
}

test.each([true, false])('under keys with test=%s a token of the other data is accused', (testKeys) => {
  const state = initialUnder({ ...setup, testKeys });
  expect(flagAccused(state, answer([{ test: testKeys }]))).toBe(false);
  expect(flagAccused(state, answer([{ test: testKeys }, { test: !testKeys }]))).toBe(true);
});

test('without a known key the first flag shown holds for the rest of a sequence', () => {
  expect(flagAccused(initialUnder(setup), answer([{ test: false }]))).toBe(false);
  const [first] = predictTokenList(initialState, call, step);
  const after = first?.next(answer([{ test: false }]));
  expect(after?.test).toBe(false);
  expect(after && flagAccused(after, answer([{ test: true }]))).toBe(true);
});

test('a refusal is not judged by a flag, whatever fields it has', () => {
  const state = initialUnder({ ...setup, testKeys: true });
  const [unknown] = predictTokenGet(state, { ...call, path: '/tokens/tok_none' }, step);
  const breaches =
    unknown === undefined
      ? []
      : checksOf(unknown).flatMap((check) => check.test(answer({ test: false }, 404)));
  expect(breaches.map(({ rule }) => rule)).not.toContain('resource.token.test');
});
