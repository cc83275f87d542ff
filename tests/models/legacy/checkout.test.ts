import { expect, test } from 'vitest';
import { judgeLaunch, type Launch } from '../../../models/legacy/checkout.ts';

const reply = { status: 'authorize_success', payment_id: 'pay_1', test: true };

/** A launch of a sound checkout. */
const sound: Launch = {
  consumer: 'approve',
  key: 'api_1',
  told: [reply],
  authorized: [{ authorization: 'Bearer api_1', body: { buyer: {} }, reply }],
  isSilent: false,
  page: {
    isLoaded: true,
    added: ['PayCheckout'],
    isDefined: true,
    isConfigured: true,
    opened: [{ byClick: true, blocked: false }],
  },
  isOpened: true,
  keySentTo: [],
  paid: ['pay_1'],
  givesLogo: true,
  reachesLogo: true,
  logo: { ofPage: { isLoaded: true, isRound: true }, hasPicture: true },
  status: { status: 'open' },
};

const accusedBy = (changes: Partial<Launch>) =>
  judgeLaunch({ ...sound, ...changes }).breaches.map(({ rule }) => rule);

test('a launch that went well proves what it shows', () => {
  const { breaches, evidence } = judgeLaunch(sound);
  expect(breaches).toEqual([]);
  expect(evidence.toSorted()).toEqual(
    ['callback', 'form', 'key', 'logo', 'script', 'user-action'].map((one) => `legacy.checkout.${one}`),
  );
});

const nothing = { told: [], authorized: [], paid: [], stuck: '#email of checkout.consumer' };
const elsewhere = { ...sound.page, isDefined: false, isConfigured: false };
const { logo: _logo, status: _status, ...unseen } = sound;

test.each<[string, Partial<Launch>]>([
  ['a selector that never appears', nothing],
  ['another name of the global', { ...nothing, page: elsewhere }],
  ['a script that does not come', { ...nothing, page: { ...elsewhere, isLoaded: false, added: [] } }],
  ['a logo that the service can not reach', { reachesLogo: false, logo: { hasPicture: true } }],
  ['an Authorize that is not seen', { authorized: [] }],
])('%s accuses nobody', (_what, changes) => {
  expect(accusedBy(changes)).toEqual([]);
});

test('what is not seen is not proven', () => {
  expect(judgeLaunch({ ...unseen, ...nothing }).evidence).toEqual(['legacy.checkout.user-action']);
});

test.each<[string, Partial<Launch>]>([
  ['script', { ...nothing, page: { ...elsewhere, added: [] } }],
  ['key', { keySentTo: ['other.test'] }],
  ['callback', { told: [{ ...reply, test: false }] }],
  ['callback', { authorized: [], status: { status: 'status_fail' } }],
  ['form', { paid: [] }],
  [
    'user-action',
    { ...nothing, isOpened: false, page: { ...sound.page, opened: [{ byClick: false, blocked: true }] } },
  ],
  ['logo', { logo: { ofPage: { isLoaded: true, isRound: false }, hasPicture: true } }],
])('a breach of legacy.checkout.%s is accused alone', (row, changes) => {
  expect(accusedBy(changes)).toEqual([`legacy.checkout.${row}`]);
});
