import { isDeepStrictEqual } from 'node:util';
import { checksOf } from '../../../engine/judge/miss.ts';
import { describe, expect, it } from 'vitest';
import type { Check, Json, Step } from '../../../engine/model.ts';
import { predictCreate } from '../../../models/resource/payments/create.ts';
import { predictGet } from '../../../models/resource/payments/get.ts';
import { initialState, type Outcomes, type ResourceState } from '../../../models/resource/state.ts';
import { predictTokenList } from '../../../models/resource/tokens/list.ts';
import { predictSuspend } from '../../../models/resource/tokens/suspend.ts';
import type { Reply } from '../../../models/wire.ts';
import { call, reply } from '../../support/setups/resource-replies.ts';
import { activeToken as token } from '../../support/setups/resource-state.ts';

const state: ResourceState = { ...initialState, tokens: { s1: token } };
const step: Step = { id: 's2', operation: 'any', kind: 'any', uses: { token: 's1' } };

const refusal = reply(400, { reference: 'r', status: '400', code: 'x.y', title: 't', description: 'd' });

/** The choices of open points under the outcomes that fit a reply, each list of them once. */
const settledBy = (outcomes: Outcomes, answer: Reply) =>
  outcomes
    .filter((outcome) => checksOf(outcome).every((check) => check.test(answer).length === 0))
    .map(({ assumes }) => assumes ?? {})
    .filter((one, at, all) => all.findIndex((other) => isDeepStrictEqual(one, other)) === at);

const sound = { items: [{ unit_price: 900, quantity: 1 }], tax: 100 };
/** A right creation. */
const right = {
  token_id: 'tok_1',
  amount: 1000,
  currency: 'JPY',
  buyer_data: { user_id: 'user-1' },
  order: sound,
  shipping_address: { zip: '100-0001', city: '千代田区' },
};

describe('a refusal', () => {
  const reason = { code: 'general', description: '一般' };
  const nullRefused = { 'resource.requests.null-optional': 'refused' };

  it.each<[string, typeof predictCreate, Json, object]>([
    ['null for a wallet', predictSuspend, { wallet_id: null, reason }, nullRefused],
    [
      'null for a tax of zero',
      predictCreate,
      { ...right, amount: 900, order: { ...sound, tax: null } },
      nullRefused,
    ],
    ['null for a tax that the sum needs', predictCreate, { ...right, order: { ...sound, tax: null } }, {}],
    [
      'an amount that is not the sum',
      predictCreate,
      { ...right, amount: 999 },
      { 'resource.create.inconsistent-total': 'refused' },
    ],
    ['a right request', predictCreate, right, { 'resource.create.declined': 'error' }],
    ['an empty token id', predictCreate, { ...right, token_id: '' }, {}],
  ])(
    'shows the choice of the open point in the request, and no other: %s',
    (_claim, predict, body, settled) => {
      expect(settledBy(predict(state, call(body), step), refusal)).toEqual([settled]);
    },
  );
});

describe('an error', () => {
  const titled = (title: string) =>
    reply(400, { ...(refusal.body as object), code: 'request_content.malformed', title });
  const ofType = predictSuspend(state, call({ reason: { code: 'general', description: {} } }), step);
  const ofFormat = predictCreate(
    // A history that was not accepted yet may be refused as well.
    { ...state, histories: [right.buyer_data] },
    call({ ...right, shipping_address: { zip: '1000001', city: '千代田区' } }),
    step,
  );

  it.each([
    ['Validation of the request content failed', 'format'],
    ['Malformed request content', 'missing'],
  ])('about a value of another type shows by the title %s which one it gets', (title, choice) => {
    expect(settledBy(ofType, titled(title))).toEqual([{ 'resource.error.title-of-wrong-type': choice }]);
  });

  it('about such a value has no third title, and one about a format has its own', () => {
    expect(settledBy(ofType, titled('Error'))).toEqual([]);
    expect(settledBy(ofFormat, titled('Validation of the request content failed'))).toEqual([{}]);
    expect(settledBy(ofFormat, titled('Malformed request content'))).toEqual([]);
  });
});

describe('a path that no operation has', () => {
  const nowhere = { ...call(undefined, 'GET'), operation: 'get', path: '/payments/pay_1/nothing' } as const;
  const answered = (http: number) => settledBy(predictGet(state, nowhere, step), reply(http, undefined));

  it.each([
    [404, '404'],
    [405, '405'],
    [400, 'other-4xx'],
    [501, '5xx'],
  ])('may be refused with %i, which is shown', (http, choice) => {
    expect(answered(http)).toEqual([{ 'resource.http.unknown-path': choice }]);
  });

  it('is not served', () => expect(answered(200)).toEqual([]));
});

describe('a creation with an ACTIVE token', () => {
  const declinedWith = (code: string, shared = false) =>
    settledBy(
      predictCreate({ ...state, tokens: { s1: { ...token, shared } } }, call(right), step),
      reply(404, { ...(refusal.body as object), status: '404', code }),
    );

  it.each(['404', 'payment.refund.amount', 'payment.refund.captureId', 'payment.authorization.expired'])(
    'is not declined with %s, unless another client may have deleted the token',
    (code) => {
      expect(declinedWith(code)).toEqual([]);
      expect(declinedWith(code, true)).toEqual([{ 'resource.create.declined': 'error' }]);
    },
  );

  it('may be declined with 404 under a code that no table lists', () => {
    expect(declinedWith('payment.declined')).toEqual([{ 'resource.create.declined': 'error' }]);
  });
});

describe('a list without one of our tokens', () => {
  const others = (length: number) =>
    Array.from({ length }, (_, at) => ({ id: `tok_other${at}`, status: 'ACTIVE' }));
  const list = (length: number, lists?: ResourceState['lists']) =>
    settledBy(
      predictTokenList({ ...state, ...(lists && { lists }) }, call(undefined, 'GET'), step),
      reply(200, others(length)),
    );
  const paged = [{ 'resource.token-list.paging': 'paged' }];

  it.each([2, 5, 7, 10, 18, 33, 100])('may be a page of %d', (length) => {
    expect(list(length)).toEqual(paged);
  });

  it.each([0, 1])('is no page where it holds %d', (length) => {
    expect(list(length)).toEqual([]);
  });

  it('is no page where a longer list came before, or a page of another length', () => {
    const page = { length: 18, rule: 'resource.token-list.holds-active' };
    expect(list(18, { longest: 18, page })).toEqual(paged);
    expect(list(18, { longest: 19 })).toEqual([]);
    expect(list(19, { longest: 18, page })).toEqual([]);
  });

  it('is judged by what it shows', () => {
    const two: ResourceState = { ...state, tokens: { s1: token, s3: { ...token, id: 'tok_other1' } } };
    const after = predictTokenList(two, call(undefined, 'GET'), step);
    expect(settledBy(after, reply(200, [{ id: 'tok_other1', status: 'SUSPENDED' }]))).toEqual([]);
  });
});

describe('a creation without an object', () => {
  const malformed = { reference: 'r', status: '400', code: 'request_content.malformed', title: 't' };

  it.each([[[]], [null], ['text']])(
    'proves that %j is refused as malformed, and nothing else may be',
    (body) => {
      const outcomes = predictCreate(state, call(body), step);
      const judged = outcomes.map((outcome) => checksOf(outcome));
      const proven = judged.map((checks) =>
        checks.flatMap(({ cites, countsAsEvidence }) => (countsAsEvidence === false ? [] : cites)),
      );
      expect(outcomes).toHaveLength(1);
      expect(proven[0]).toContain('resource.create.malformed-content');
      const other = reply(422, { ...malformed, status: '422', description: 'd' });
      expect(judged.flat().some((one) => one.test(other).length > 0)).toBe(true);
    },
  );
});

describe('a list after a token was deleted', () => {
  const gone = { ...token, status: { is: 'DELETED', setBy: 'resource.delete.deletes' } } as const;
  const live = { ...token, id: 'tok_2', seen: true };
  /** Whether the list proves that deleted tokens are left out. */
  const proves = (
    tokens: ResourceState['tokens'],
    ids: readonly string[],
    lists?: ResourceState['lists'],
  ) => {
    const before = { ...state, tokens, ...(lists && { lists }) };
    const outcomes = predictTokenList(before, call(undefined, 'GET'), step);
    const answer = reply(
      200,
      ids.map((id) => ({ id, status: 'ACTIVE' })),
    );
    const isHolding = (one: Check<Reply>) => one.countsAsEvidence !== false && one.proves?.(answer) !== false;
    return outcomes.some((outcome) =>
      checksOf(outcome).some(
        (one) => one.cites.includes('resource.token-list.leaves-out-deleted') && isHolding(one),
      ),
    );
  };

  it('proves that it was left out where it holds another of ours, or held it before', () => {
    expect(proves({ s1: gone, s3: live }, ['tok_2'])).toBe(true);
    expect(proves({ s1: { ...gone, listed: true } }, ['tok_other'])).toBe(true);
  });

  it('proves nothing where it could not hold it: without any other of ours, or where lists are pages', () => {
    expect(proves({ s1: gone }, ['tok_other'])).toBe(false);
    expect(proves({ s1: gone }, [])).toBe(false);
    expect(proves({ s1: gone, s3: live }, ['tok_other1', 'tok_other2'])).toBe(false);
    const page = { length: 2, rule: 'resource.token-list.holds-active' };
    expect(proves({ s1: gone, s3: live }, ['tok_2', 'tok_9'], { longest: 2, page })).toBe(false);
  });
});

describe('a creation whose zip', () => {
  const create = { token_id: 'tok_1', amount: 1000, currency: 'JPY', buyer_data: {} };
  const order = { items: [{ unit_price: 1000, quantity: 1 }] };
  /** The rules that an answer with another status breaks. */
  const accused = (address: Json) => {
    const outcomes = predictCreate(state, call({ ...create, order, shipping_address: address }), step);
    const broken = outcomes.flatMap((outcome) =>
      checksOf(outcome).flatMap((check) => check.test({ ...refusal, http: 422 })),
    );
    return [...new Set(broken.map(({ rule }) => rule))].filter((rule) => !rule.startsWith('resource.error.'));
  };

  it.each<[string, Json, string]>([
    ['is no text', { zip: {}, city: '港区' }, 'resource.create.field-types'],
    ['has another form', { zip: '1000001', city: '港区' }, 'resource.create.zip-format'],
    ['is missing', { city: '港区' }, 'resource.create.zip-required'],
  ])('%s is refused by that rule alone', (_zip, address, rule) => {
    expect(accused(address)).toEqual([rule]);
  });
});
