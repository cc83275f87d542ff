import type { CheckoutRecord, CheckoutWalk } from '../../../harness/records/checkout-record.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';
import type { Breach } from '../../../engine/model.ts';
import { plain } from '../../words/plain.ts';
import { quoted, readable } from '../vitest/javascript.ts';
import { playwrightRuntime } from './playwright-runtime.ts';

/**
 * A failure of a checkout as a test file that needs Node and Playwright's test runner, and nothing of this project: it serves a payment page, takes
 * the steps of the consumer, and asserts what was broken. Undefined where no browser has shown the failure.
 */
export function playwrightFile({
  checkout,
  summary,
  requirement,
  breaches,
  reproduction,
}: FailureRecord): string | undefined {
  if (checkout === undefined || checkout.walks.length === 0) return undefined;
  const isLegacy = checkout.walks.some(({ checksum }) => checksum !== undefined);
  const variables = isLegacy ? 'PAY_API_KEY, PAY_SECRET' : 'TARGET_URL, PAY_PUBLIC_KEY, PAY_SECRET_KEY';
  return `${[
    `// ${plain(summary)}`,
    ...requirement.map((id) => `// violates ${plain(id)}`),
    `// Run it with ${variables} in the environment. CHECKOUT_SCRIPT is the address of another checkout script; CHROMIUM is the`,
    '// browser, and TEST_PIN the PIN that is sent, unless CONTROL_URL shows it:',
    `//   npx playwright test ${plain(reproduction)}.spec.ts`,
    '// @ts-nocheck',
    "import { createHash } from 'node:crypto';",
    "import { createServer } from 'node:http';",
    "import { setTimeout as sleep } from 'node:timers/promises';",
    "import { expect, test } from '@playwright/test';",
    '',
    'const checkout = {',
    `  script: process.env.CHECKOUT_SCRIPT ?? ${quoted(checkout.scriptUrl)},`,
    `  global: ${quoted(checkout.global)},`,
    `  configure: ${quoted(checkout.configure)},`,
    `  launch: ${quoted(checkout.launch)},`,
    `  fields: ${readable(checkout.fields, [], '  ')},`,
    `  allowedHosts: ${readable(checkout.allowHosts, [], '  ')},`,
    '};',
    playwrightRuntime,
    ...checkout.walks.flatMap((walk) => testOf(walk, checkout, breaches)),
  ].join('\n')}\n`;
}

function testOf(
  walk: CheckoutWalk,
  checkout: CheckoutRecord,
  breaches: readonly Breach[],
): readonly string[] {
  const { name, rules, consumer, byPin, data, checksum, logo, givesCallback } = walk;
  const launched = readable(data, [], '  ');
  const { of = '', encoding = 'hex' } = checksum ?? {};
  const [key, value] =
    checksum === undefined
      ? ['PAY_PUBLIC_KEY', launched]
      : ['PAY_API_KEY', `signed(${launched}, ${quoted(of)}, ${quoted(encoding)})`];
  const given = [
    `key: needed(${quoted(key)})`,
    'data',
    ...(logo === undefined ? [] : [`logo: ${quoted(logo)}`]),
    ...(givesCallback === false ? ['givesCallback: false'] : []),
  ];
  const words = breaches.filter(({ rule }) => rules.includes(rule));
  const [first] = checkout.consumer;
  const [firstOfPin] = checkout.pin;
  const pinAt = byPin && firstOfPin !== undefined ? firstOfPin.at : undefined;
  return [
    '',
    `test(${quoted(`${rules.join(', ')}: ${name}`)}, async ({ page, context }) => {`,
    `  const data = ${value};`,
    `  const shop = await openShop(page, context, { ${given.join(', ')} });`,
    ...asserted(rules, beforeClick),
    '  await shop.click();',
    ...(first === undefined ? [] : [`  await shop.isOpen(${quoted(first.at)});`]),
    ...asserted(rules, whileOpen),
    ...checkout.consumer.map((step) => `  ${taken(step, consumer)};`),
    ...(pinAt === undefined ? [] : byPinSteps(checkout.pin, consumer, pinAt)),
    '  await shop.end();',
    '',
    ...words.map(
      ({ expected, received }) => `  // expected ${plain(expected)}, received then: ${plain(received)}`,
    ),
    ...asserted(rules, atTheEnd(pinAt !== undefined)),
    '});',
  ];
}

/** A wrong PIN, and the right one where it is asked for again. */
function byPinSteps(
  steps: CheckoutRecord['pin'],
  consumer: CheckoutWalk['consumer'],
  pinAt: string,
): readonly string[] {
  const typed = (variable: string) => steps.map((step) => `    ${taken(step, consumer, variable)};`);
  return [
    `  if (await shop.asks(${quoted(pinAt)})) {`,
    `    const pin = await pinOf(${quoted(consumer.phone)});`,
    '    const wrongPin = pin.slice(0, -1) + (pin.endsWith("0") ? "1" : "0");'.replaceAll('"', "'"),
    '    shop.typedPins.push(wrongPin, pin);',
    ...typed('wrongPin'),
    `    if (await shop.asksAgain(${quoted(pinAt)})) {`,
    ...typed('pin').map((line) => `  ${line}`),
    '    }',
    '  }',
  ];
}

function taken(
  step: CheckoutRecord['consumer'][number],
  { email, phone }: CheckoutWalk['consumer'],
  pin = 'undefined',
): string {
  const at = quoted(step.at);
  if (step.do === 'click') return `await shop.take(${at}, (one) => one.click())`;
  if (step.do === 'wait') return `await shop.take(${at})`;
  const values = { '${email}': quoted(email), '${phone}': quoted(phone), '${pin}': pin };
  const value =
    step.with === undefined
      ? `needed('TYPED_TEXT', ${quoted(`what is typed into ${step.at}`)})`
      : values[step.with];
  return `await shop.take(${at}, (one) => one.fill(${value}))`;
}

type Asserts = Readonly<Record<string, readonly string[]>>;

function asserted(rules: readonly string[], asserts: Asserts): readonly string[] {
  const lines = rules.flatMap((rule) => (Object.hasOwn(asserts, rule) ? (asserts[rule] ?? []) : []));
  return [...new Set(lines)].map((line) => `  ${line}`);
}

const beforeClick: Asserts = {
  'legacy.checkout.script': [
    "expect(await shop.state(), 'what the script defines').toMatchObject({ isDefined: true });",
  ],
  'legacy.checkout.key': [
    "expect(await shop.state(), 'configured with the API key alone').toMatchObject({ isConfigured: true });",
  ],
};

const whileOpen: Asserts = {
  'legacy.checkout.user-action': ["expect(shop.isShown(), 'what the click has opened').toBe(true);"],
  'legacy.checkout.logo': ["expect(await shop.frameOfLogo(), 'the frame of the logo').not.toBe('square');"],
};

const success = "({ status }) => status === 'authorize_success'";
const knows = [
  'const made = await shop.read();',
  "expect(made?.http, 'GET of the id that the callback received').toBe(200);",
];
const tellsTheSame =
  "expect(String(made.body.status).toUpperCase(), 'its status, as the callback received it').toBe(String(shop.told.at(-1).status).toUpperCase());";

/** What is asserted once the callback was called, or nothing more comes. */
function atTheEnd(byPin: boolean): Asserts {
  return {
    'legacy.checkout.script': ["expect(shop.authorized, 'calls of Authorize').not.toEqual([]);"],
    'legacy.checkout.key': [
      "for (const { authorization } of shop.authorized) expect(authorization).toBe(`Bearer ${needed('PAY_API_KEY')}`);",
    ],
    'legacy.checkout.callback': [
      'const replies = shop.authorized.map(({ reply }) => reply ?? {});',
      `for (const made of replies.filter(${success}).slice(-1))`,
      "  expect(shop.told, 'calls of the callback').toContainEqual(expect.objectContaining(made));",
      `for (const call of shop.told.filter(${success}))`,
      "  expect(replies.map((one) => one.payment_id), 'what Authorize has replied').toContain(call.payment_id ?? 'none');",
    ],
    'legacy.checkout.callback-optional': [
      "expect(shop.authorized, 'calls of Authorize without a callback').not.toEqual([]);",
    ],
    'legacy.checkout.logo': ["expect(shop.logoAsked, 'requests of the logo').not.toEqual([]);"],
    'legacy.checkout.pin': [
      "expect(shop.authorized.length, 'calls of Authorize, one with the PIN').toBeGreaterThan(1);",
      'const [asked, ...later] = shop.authorized.map(({ body }) => body);',
      'const repeated = later.filter(({ auth_code: code }) => code);',
      "expect(repeated, 'requests with a PIN').not.toEqual([]);",
      'for (const { auth_code: code, ...others } of repeated) {',
      "  expect(others, 'the whole request again').toMatchObject(asked);",
      "  expect(shop.typedPins, 'the PINs that were typed').toContain(String(code));",
      '}',
      `expect(shop.toldOfWrongPin.filter(${success})).toEqual([]);`,
    ],
    'resource.payment.single-through-checkout': [
      ...knows,
      tellsTheSame,
      "expect(made.body.amount, 'the amount that was launched').toBe(data.payment.amount);",
    ],
    'resource.token.made-by-checkout': [
      ...(byPin
        ? ["expect(shop.toldOfWrongPin.filter((one) => one?.id), 'made by a wrong PIN').toEqual([]);"]
        : []),
      ...knows,
      tellsTheSame,
    ],
    'resource.token.fresh-active': [
      ...knows,
      "expect(String(made.body.status).toUpperCase(), 'the status of a token that was just made').toBe('ACTIVE');",
    ],
    'resource.token.metadata-limit': [
      'const pairs = (await shop.read())?.body?.metadata ?? {};',
      "expect(Object.keys(pairs).length, 'pairs of metadata').toBeLessThanOrEqual(20);",
    ],
  };
}
