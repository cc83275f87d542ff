import { describe, expect, test } from 'vitest';
import { checkoutSchema } from '../../../harness/checkout/checkout-settings.ts';
import { inSettings, suggestSteps } from '../../../harness/checkout/record/suggest-steps.ts';
import type { Move } from '../../../harness/checkout/record/record-checkout.ts';

const consumer = { email: 'pin@consumer.test', phone: '08000000002', isAsked: true };

function move(kind: Move['kind'], at: string, more: Partial<Move> = {}): Move {
  return { kind, key: at, at: [at], isVisible: true, where: 'checkout', alsoBefore: new Set(), ...more };
}
const fill = (at: string, value: string, more: Partial<Move> = {}) => move('fill', at, { value, ...more });
const click = (at: string, more: Partial<Move> = {}) => move('click', at, more);

const who = [fill('#mail', 'PIN@consumer.test '), fill('#phone', '080-0000-0002'), click('#next')];
const whoWritten = [
  { fill: '#mail', with: '${email}' },
  { fill: '#phone', with: '${phone}' },
  { click: '#next' },
];
const pinWritten = [{ fill: '#code', with: '${pin}' }, { click: '#check' }];

/** What is suggested, as it is written and as the settings take it. */
function suggested(moves: readonly Move[], as: object = consumer) {
  const suggestion = suggestSteps({ moves }, as);
  const written = inSettings(suggestion);
  checkoutSchema.parse({ script_url: 'http://t.test/app.js', ...written });
  return { ...written, secrets: suggestion.secrets, found: suggestion.consumer.map(({ found }) => found) };
}

describe('the steps that a recording suggests', () => {
  const cases: readonly (readonly [string, readonly Move[], object, object])[] = [
    ['name the consumer, however the phone number is written', who, consumer, { consumer: whoWritten }],
    [
      'end with the PIN, and have the right one of two in one field',
      [...who, fill('#code', '111'), click('#check'), fill('#code', '4321'), click('#check')],
      consumer,
      { consumer: whoWritten, pin: pinWritten, secrets: ['111', '4321'] },
    ],
    [
      'have one try of a PIN that is asked for again by another page',
      [...who, fill('#code', '11'), click('#check'), fill('#code', '4321', { key: 'x' }), click('#check')],
      consumer,
      { consumer: whoWritten, pin: pinWritten, secrets: ['11', '4321'] },
    ],
    [
      'do not take a later field of somebody who is asked for no PIN for one',
      [...who, fill('#name', 'Taro'), click('#pay')],
      { ...consumer, isAsked: false },
      { consumer: [...whoWritten, { fill: '#name', with: 'Taro' }, { click: '#pay' }], secrets: [] },
    ],
    [
      'take digits for a PIN, whoever was asked, so that none is shown',
      [...who, fill('#code', '4321'), click('#check')],
      { ...consumer, isAsked: false },
      { pin: pinWritten, secrets: ['4321'] },
    ],
    [
      'never show a password',
      [fill('#secret', 'correct horse', { isSecret: true }), ...who],
      consumer,
      { consumer: [{ fill: '#secret', with: '${CHECKOUT_PASSWORD}' }, ...whoWritten] },
    ],
    [
      'leave out what was pressed in vain, and keep what was corrected',
      [fill('#mail', 'no'), who[1] ?? click(''), click('#next'), ...who.slice(0, 1), click('#next')],
      consumer,
      { consumer: whoWritten },
    ],
    [
      'keep a button that is pressed on each of several pages',
      [click('#next'), click('#next', { key: 'second' }), ...who],
      consumer,
      { consumer: [{ click: '#next' }, { click: '#next' }, ...whoWritten] },
    ],
    [
      'fill in nothing for what a consumer has typed',
      [fill('#note', '${PATH}'), click('#go')],
      {},
      { consumer: [{ fill: '#note', with: '$ {PATH}' }, { click: '#go' }] },
    ],
  ];
  test.each(cases)('%s', (_what, moves, as, written) => {
    expect(suggested(moves, as)).toMatchObject(written);
  });

  test('prefer a selector that no frame before shows, and say where a run would find none', () => {
    const moves = [
      click('#a', { at: ['#a', '[name=a]'], alsoBefore: new Set(['#a']) }),
      click('#b', { alsoBefore: new Set(['#b']) }),
      click('#c', { where: 'payment page' }),
      click('#d', { isVisible: false }),
      click('#e', { at: ['#${e}'] }),
    ];
    const { consumer: written, found } = suggested(moves);
    expect(written?.map((step) => step['click'])).toEqual(['[name=a]', '#b', '#c', '#d']);
    expect(found).toEqual(['yes', 'other frame', 'payment page', 'hidden', 'no selector']);
  });
});
