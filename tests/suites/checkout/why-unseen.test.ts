import { expect, test } from 'vitest';
import { referenceCheckout } from '../../../harness/checkout/checkout-settings.ts';
import { problemOf, whyUnseen } from '../../../suites/checkout/launch.ts';

const settings = {
  ...referenceCheckout('http://t.test/app.js'),
  fields: { key: 'publicKey', logo_url: 'image', callback: 'onDone' },
};
const page = {
  isLoaded: true,
  added: ['PayCheckout'],
  isDefined: true,
  isConfigured: true,
  isSettled: true,
  opened: [],
};
const sound = { page, told: [{ status: 'authorize_success' }], refusedHosts: [] };
const failed = { ...page, isConfigured: false, problem: 'TypeError: key is required' };
const given = 'it is given publicKey, image, onDone: see checkout.fields where it names them otherwise';

test.each([
  ['nothing is missing', sound, undefined],
  [
    'the script takes other fields',
    { ...sound, told: [], page: failed },
    `PayCheckout.configure fails: TypeError: key is required; ${given}`,
  ],
  [
    'the callback is never called',
    { ...sound, told: [], stuck: 'a call of the callback' },
    `the consumer waited in vain for a call of the callback; ${given}`,
  ],
  [
    'a step is missing after a call of the callback',
    { ...sound, stuck: '#pin of checkout.pin' },
    'the consumer waited in vain for #pin of checkout.pin',
  ],
])('where %s, it is said which setting to look at', (_what, launched, why) => {
  expect(whyUnseen(launched, settings)).toBe(why);
});

test('an accusation of a script that fails names the fields that it was given, and one of a launch does not', () => {
  expect(problemOf(failed, settings)).toBe(`TypeError: key is required; ${given}`);
  expect(problemOf({ ...page, problem: 'Error: no' }, settings)).toBe('Error: no');
  expect(problemOf(page, settings)).toBeUndefined();
});
