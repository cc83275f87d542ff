import { describe, expect, test } from 'vitest';
import { judgeLaunch, judgeWithoutCallback, type Launch } from '../../../models/legacy/checkout.ts';

const reply = { status: 'authorize_success', payment_id: 'pay_1', test: true };
const refusal = { status: 'authorize_fail', reason: 'rejected', message: 'm', test: true };
const asking = { status: 'authenticate_consumer' };
const launched = { buyer: { name: 'n' }, checksum: 'c' };
const authorization = 'Bearer api_1';

/** A launch of a sound checkout. */
const sound: Launch = {
  consumer: 'approve',
  key: 'api_1',
  told: [reply],
  authorized: [{ authorization, body: launched, reply }],
  isSilent: false,
  page: {
    isLoaded: true,
    added: ['PayCheckout'],
    isDefined: true,
    isConfigured: true,
    opened: [{ byClick: true, blocked: false }],
  },
  isOpened: true,
  isShown: true,
  isGone: true,
  refusedHosts: [],
  reachesLogo: true,
  logo: { isAsked: true, frame: 'round' },
  status: { status: 'open' },
  typedPins: [],
};

const authorizing = (...replies: readonly object[]): Partial<Launch> => ({
  authorized: replies.map((one, index) => ({
    authorization,
    body: index === 0 ? launched : { ...launched, auth_code: index === 1 ? '1111' : '1234' },
    reply: one,
  })),
});
const wrongPin = { ...refusal, reason: 'bad_auth_code' };
const byPin: Partial<Launch> = {
  ...authorizing(asking, wrongPin, reply),
  consumer: 'pin',
  typedPins: ['1111', '1234'],
};
const refused: Partial<Launch> = { ...authorizing(refusal), consumer: 'reject', told: [refusal] };

const accusedBy = (changes: Partial<Launch>) => [
  ...new Set(judgeLaunch({ ...sound, ...changes }).breaches.map(({ rule }) => rule)),
];
const provenBy = (changes: Partial<Launch>) =>
  judgeLaunch({ ...sound, ...changes })
    .evidence.map((rule) => rule.replace('legacy.checkout.', ''))
    .toSorted();

test.each([
  ['Bearer undefined', /without a key, as of a script that reads it from a field of another name/],
  ['Bearer', /without a key/],
  ['Bearer api_2', /^another Authorization header$/],
])('a call of Authorize with %j is told for what it is', (header, received) => {
  const authorized = [{ authorization: header, body: launched, reply }];
  const [breach] = judgeLaunch({ ...sound, authorized }).breaches;
  expect(breach?.rule).toBe('legacy.checkout.key');
  expect(breach?.received).toMatch(received);
});

test('a launch that went well proves what it shows', () => {
  expect(accusedBy({})).toEqual([]);
  expect(provenBy({})).toEqual(['callback', 'key', 'logo', 'script', 'user-action']);
});

const nothing = {
  told: [],
  authorized: [],
  stuck: '#email of checkout.consumer',
  isShown: false,
  isGone: false,
};
const elsewhere = { ...sound.page, isDefined: false, isConfigured: false };
const { logo: _logo, status: _status, ...unseen } = sound;

test.each<[string, Partial<Launch>]>([
  ['a selector that never appears', nothing],
  ['another name of the global', { ...nothing, page: elsewhere }],
  ['a script that does not come', { ...nothing, page: { ...elsewhere, isLoaded: false, added: [] } }],
  [
    'a script whose other parts come from a host that is not let through',
    { ...nothing, page: { ...elsewhere, added: [] }, refusedHosts: ['cdn.test'] },
  ],
  [
    'a configuration that fails without a part from such a host',
    { ...nothing, page: { ...sound.page, isConfigured: false }, refusedHosts: ['cdn.test'] },
  ],
  ['no call where a host was refused', { told: [], refusedHosts: ['cdn.test'] }],
  [
    'a square frame where a host was refused',
    { logo: { isAsked: true, frame: 'square' }, refusedHosts: ['cdn.test'] },
  ],
  [
    'no request for the logo where a host was refused',
    { logo: { isAsked: false }, refusedHosts: ['cdn.test'] },
  ],
  [
    'no question for the PIN where a host was refused',
    { ...byPin, ...authorizing(asking), told: [asking], typedPins: [], refusedHosts: ['cdn.test'] },
  ],
  ['a logo that the service can not reach', { reachesLogo: false, logo: { isAsked: false } }],
  ['an Authorize that is not seen', { authorized: [] }],
  ['the key sent to another host', { refusedHosts: ['collector.test'] }],
  ['a callback that is not called for a refused consumer', { ...refused, told: [] }],
  ['a callback that is called twice with the same data', { told: [reply, reply] }],
  ['a callback that is called for the question for the PIN as well', { ...byPin, told: [asking, reply] }],
  ['a callback that is called for a wrong PIN as well', { ...byPin, told: [asking, wrongPin, reply] }],
  ['a callback that is called for other moments as well', { told: [{ event: 'opened' }, reply] }],
  ['a callback that gets more than is documented', { told: [{ ...reply, note: 'n' }] }],
  ['a callback that gets what is documented alone', { ...authorizing({ ...reply, risk: 1 }), told: [reply] }],
  ['a checkout that waits for its consumer before it calls', { told: [], isGone: false, stuck: 'a call' }],
  ['a logo in a frame of unknown form', { logo: { isAsked: true } }],
  [
    'the scheme of the key in other letters',
    {
      authorized: [{ authorization: 'bearer api_1', body: launched, reply }],
    },
  ],
  [
    'another PIN that is asked for before one is typed',
    {
      ...byPin,
      authorized: [
        ...(authorizing(asking).authorized ?? []),
        ...(authorizing(asking).authorized ?? []),
        ...(byPin.authorized ?? []).slice(1),
      ],
    },
  ],
  [
    'a repeated request that has more beside what was launched',
    {
      ...byPin,
      authorized: (byPin.authorized ?? []).map((one, index) => ({
        ...one,
        body: { ...(one.body as object), attempt: index },
      })),
    },
  ],
  [
    'a PIN as a number',
    {
      ...byPin,
      authorized: (byPin.authorized ?? []).map((one, index) => ({
        ...one,
        body: { ...launched, ...(index > 0 && { auth_code: index === 1 ? 1111 : 1234 }) },
      })),
    },
  ],
])('%s leads to no accusation', (_what, changes) => {
  expect(accusedBy(changes)).toEqual([]);
});

test('what is not seen is not proven', () => {
  expect(judgeLaunch({ ...unseen, ...nothing }).evidence).toEqual([]);
});

test('where the browser does not show Authorize, a payment that Status knows proves the same', () => {
  expect(provenBy({ authorized: [] })).toEqual(['callback', 'key', 'logo', 'script', 'user-action']);
  expect(provenBy({ ...byPin, authorized: [] })).toContain('pin');
  expect(provenBy({ ...byPin, authorized: [], typedPins: ['1234'] })).not.toContain('pin');
});

test.each<[string, string, Partial<Launch>]>([
  ['a callback that is not called', 'callback', { told: [], isGone: false }],
  ['a launch of which nobody asks for the logo', 'logo', { logo: { isAsked: false }, reachesLogo: false }],
  ['the callback, which our own form follows,', 'form', {}],
])('%s proves nothing of legacy.checkout.%s', (_what, row, changes) => {
  expect(provenBy(changes)).not.toContain(row);
});

describe('a breach is accused alone, of', () => {
  test.each<[string, string, Partial<Launch>]>([
    ['script', 'nothing that is defined', { ...nothing, page: { ...elsewhere, added: [] } }],
    [
      'script',
      'a success that no request has asked for',
      { ...nothing, told: [reply], isSilent: true, isOpened: false, status: { status: 'status_fail' } },
    ],
    [
      'key',
      'an app that wants more than the key',
      { ...nothing, page: { ...sound.page, isConfigured: false } },
    ],
    ['key', 'another key', { authorized: [{ authorization: 'Bearer api_2', body: launched, reply }] }],
    ['callback', 'another field of the reply', { told: [{ ...reply, test: false }] }],
    ['callback', 'a field of the reply that is missing', { told: [{ status: reply.status, test: true }] }],
    ['callback', 'no call before the checkout has gone', { told: [] }],
    ['callback', 'an id that Status does not know', { authorized: [], status: { status: 'status_fail' } }],
    ['callback', 'a second call that tells another id', { told: [reply, { ...reply, payment_id: 'pay_2' }] }],
    ['callback', 'a success in place of a refusal', { ...refused, told: [reply] }],
    ['callback', 'another reason of a refusal', { ...refused, told: [{ ...refusal, reason: 'other' }] }],
    [
      'user-action',
      'a window that was blocked before the click',
      { ...nothing, isOpened: false, page: { ...sound.page, opened: [{ byClick: false, blocked: true }] } },
    ],
    ['logo', 'a square frame', { logo: { isAsked: true, frame: 'square' } }],
    ['logo', 'a logo for which nobody asks', { logo: { isAsked: false } }],
    ['pin', 'no question for it', { ...byPin, ...authorizing(asking), told: [asking], typedPins: [] }],
    ['pin', 'a success by the wrong one', { ...byPin, ...authorizing(asking, wrongPin) }],
    ['pin', 'another one than was typed', { ...byPin, typedPins: ['1111', '9999'] }],
    [
      'pin',
      'none in the repeated request',
      { ...byPin, authorized: (byPin.authorized ?? []).map((one) => ({ ...one, body: launched })) },
    ],
    [
      'pin',
      'a part of the request',
      {
        ...byPin,
        authorized: (byPin.authorized ?? []).map((one, index) =>
          index === 0 ? one : { ...one, body: { checksum: 'c', auth_code: index === 1 ? '1111' : '1234' } },
        ),
      },
    ],
  ])('legacy.checkout.%s: %s', (row, _what, changes) => {
    expect(accusedBy(changes)).toEqual([`legacy.checkout.${row}`]);
  });
});

test.each([
  ['proven where it calls Authorize', { isCalled: true }, 1, 0],
  ['accused where it calls it only with one', { isCalled: false, isCalledWith: true }, 0, 1],
  ['not accused where it calls it with none either', { isCalled: false, isCalledWith: false }, 0, 0],
])('a checkout without a callback is %s', (_what, launch, proven, accused) => {
  const { evidence, breaches } = judgeWithoutCallback(launch);
  expect([evidence.length, breaches.length]).toEqual([proven, accused]);
});
