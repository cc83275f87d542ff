import { isDeepStrictEqual } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mountControl } from '../../../reference/control/mount.ts';
import type { Fault } from '../../../reference/faults/fault.ts';
import { legacyDeliveriesFaults } from '../../../reference/faults/legacy/deliveries.ts';
import { legacyFaults } from '../../../reference/faults/legacy.ts';
import { mountLegacy } from '../../../reference/legacy/mount.ts';
import type { World } from '../../../reference/world.ts';
import { transcriptOf } from '../scripts/answers.ts';
import { buyer, legacyClient, merchant, order } from '../scripts/legacy-client.ts';
import { unmet } from './unmet-faults.ts';

const DAY_MS = 86_400_000;
let sound: readonly string[];
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sound = await transcript([]);
});
afterAll(() => void vi.useRealTimers());

const extra = { item_id: 'x', title: 'Wrap', amount: 100, quantity: 1 };
const raised = { ...order, items: [...order.items, extra], shipping: 230.5, total_amount: 2200.5 };

/** Every answer, and every notification, of a script that reaches each operation in each state. Where some are expected, it ends with the first other one. */
const transcript = (faults: readonly Fault[], expected?: readonly string[]): Promise<readonly string[]> =>
  transcriptOf(run, faults, expected);

async function run(world: World, lines: string[], compared: () => void): Promise<void> {
  const app = new Hono();
  mountLegacy(app, world);
  mountControl(app, world);
  world.events.on((event) => {
    const { announced, body, method, written } = world.deliveryRules;
    lines.push(...announced(event).map((one) => `${method} ${written(body(one, world.clock.now()))}`));
  });
  const { keys, personas } = world.settings;
  const pay = legacyClient({ url: '', controlUrl: '/control', keys, personas }, async (url, init) => {
    vi.advanceTimersByTime(1000);
    const response = await app.request(url, init);
    const type = response.headers.get('content-type');
    lines.push(`${url} ${response.status} ${type} ${await response.clone().text()}`);
    compared();
    return response;
  });

  const opened = async (content: object = order) =>
    (await pay.authorize({}, 'approve', content)).body.payment_id;
  const state = (payment: unknown) => pay.about('status', payment);
  const captured = async (payment: unknown, parts: object = {}) =>
    (await pay.about('capture', payment, parts)).body.capture_id;

  const first = await opened();
  for (const authorization of [undefined, 'Bearer other', `Basic ${keys.apiKey}`]) {
    await pay.send('status', {}, authorization === undefined ? {} : { authorization });
  }
  lines.push(await (await app.request('/pay/status', { method: 'POST' })).text());
  for (const checksum of [pay.digest('x'), '', pay.digest(String(first)).slice(0, 20)]) {
    for (const operation of ['update', 'capture', 'close', 'status']) {
      await pay.send(operation, { payment_id: first, order, checksum });
    }
    await pay.authorize({ checksum });
  }
  await pay.send('status', { payment_id: first, checksum: pay.digest(String(first), 'base64') });
  for (const operation of ['update', 'capture', 'close', 'status']) {
    await pay.about(operation, 'pay_none', { order });
    for (const body of ['{}', '[]', '{', { nothing: 1 }]) await pay.send(operation, body);
  }
  await pay.refund('cap_none');
  await pay.send('refund', { nothing: 1 });
  await pay.send('status', { payment_id: first, checksum: pay.digest('x', 'base64') });
  const uncounted = order.items.map(({ quantity: _left, ...line }) => line);
  await pay.about('update', first, { order: { ...order, items: uncounted } });
  const { total_amount: _total, ...untotalled } = order;
  await pay.about('update', first, { order: untotalled });
  const taxed = await opened();
  await pay.about('update', taxed, { order: { ...order, tax: undefined, total_amount: 1830.5 } });
  await captured(taxed);
  await state(taxed);
  const { email, phone } = personas.approve;
  const named = { name: '山田 太郎', name2: 'ヤマダ タロウ' };
  await pay.authorize({ buyer: { ...named, email: { address: email }, phone: { number: phone } } });
  const address = { address2: '1', address3: '2', address4: '3', postal_code: '123-4567' };
  await pay.authorize({ buyer: { ...named, address, phone: { number: phone } } });

  // Each field that a table calls required, left out by itself.
  const without = (whole: object, name: string) =>
    Object.fromEntries(Object.entries(whole).filter(([field]) => field !== name));
  const person = { ...buyer, email: { address: email }, phone: { number: phone } };
  for (const name of Object.keys(merchant)) await pay.authorize({ merchant_data: without(merchant, name) });
  for (const name of ['name', 'name2', 'address']) await pay.authorize({ buyer: without(person, name) });
  for (const name of Object.keys(buyer.address))
    await pay.authorize({ buyer: { ...person, address: without(buyer.address, name) } });
  await pay.authorize({ merchant_data: undefined });
  const lineless = (name: string) => ({ ...order, items: order.items.map((line) => without(line, name)) });
  for (const content of [
    without(order, 'items'),
    ...['item_id', 'title', 'amount', 'quantity'].map(lineless),
  ]) {
    await pay.authorize({}, 'approve', content);
    await pay.about('update', first, { order: content });
  }

  const unnamed = order.items.map(({ item_id: _id, ...line }) => line);
  await pay.about('update', await opened(), { order: { ...order, items: unnamed } });
  await captured(await opened(), { items: [{ item_id: 'none', quantity: 1 }] });
  const rewritten = await opened();
  await pay.about('update', rewritten, { order: { ...order, items: [extra], tax: 1770 } });
  await captured(rewritten, {
    items: [
      { item_id: 'd', quantity: 1 },
      { item_id: 'a', quantity: 1 },
    ],
  });

  const partly = await opened();
  await pay.about('update', partly, { order: { ...order, items: [...order.items, extra, extra] } });
  await state(partly);
  await pay.about('update', partly, { order: { ...order, shipping: 230.5, total_amount: 2100.5 } });
  await pay.about('update', partly, { order: { order_ref: 'new' } });
  await state(partly);
  await captured(partly, { items: [{ item_id: 'a', quantity: 1 }], tax: 170 });
  await captured(partly, { tax: 1 });
  await state(partly);
  await pay.about('update', partly, { order: { ...raised, order_ref: 'new' } });
  await captured(partly, { items: [{ item_id: 'a', quantity: 1 }, { item_id: 'd' }] });
  await captured(partly, { items: [{ item_id: 'x' }], shipping: 230 });
  await state(partly);
  await captured(partly, { shipping: 0.5 });
  await state(partly);

  const parts = await opened();
  await captured(parts, { items: [{ item_id: 'a' }, { item_id: 'd' }], tax: 170, shipping: 130.5 });
  await state(parts);

  const whole = await opened();
  const capture = await captured(whole);
  await pay.send('refund', { capture_id: capture, checksum: pay.digest('x') });
  for (const amount of [2001, 1000, 500, 501, undefined, 1]) await pay.refund(capture, { amount });
  for (const operation of ['update', 'capture', 'close', 'status'])
    await pay.about(operation, whole, { order });
  const twice = await opened();
  const half = await captured(twice, { tax: 170 });
  const other = await captured(twice, { items: [{ item_id: 'a', quantity: 1 }] });
  await pay.about('close', twice);
  await captured(twice, { shipping: 1 });
  for (const amount of [900, 171, 170]) await pay.refund(half, { amount });
  await pay.refund(other);

  // What may be sent, and what an update may leave out.
  await pay.authorize({ buyer: { ...person, dob: '1990-01-31' } });
  await pay.authorize({ buyer: { ...person, address: { ...buyer.address, address1: '101' } } });
  const { tax: _tax, ...untaxed } = { ...order, total_amount: order.total_amount - order.tax };
  const free = await opened();
  await pay.about('update', free, { order: untaxed });
  await captured(free, {
    items: order.items.map(({ item_id: id }) => ({ item_id: id })),
    shipping: order.shipping,
  });
  await state(free);
  const tooMany = await opened();
  for (const quantity of [1000, 1]) await captured(tooMany, { items: [{ item_id: 'a', quantity }] });

  const dropped = await opened();
  await pay.about('close', dropped);
  for (const operation of ['status', 'capture']) await pay.about(operation, dropped);

  await pay.authorize({}, 'reject');
  await pay.authorize({}, 'pin');
  const { pin } = await pay.control('GET', `/pins?phone=${personas.pin.phone}`);
  const wrong = String((Number(pin) + 1) % 10_000).padStart(4, '0');
  for (const code of ['', wrong]) await pay.authorize({ auth_code: code }, 'pin');
  await state((await pay.authorize({ auth_code: pin }, 'pin')).body.payment_id);
  // The same e-mail address with another phone, which gets its own PIN.
  const elsewhere = { email: { address: personas.pin.email }, phone: { number: personas.approve.phone } };
  await pay.authorize({ buyer: { ...buyer, ...elsewhere } }, 'pin');
  const { pin: theirs } = await pay.control('GET', `/pins?phone=${personas.approve.phone}`);
  await pay.authorize({ auth_code: theirs }, 'pin');

  const waiting = await opened();
  const waitingPartly = await opened();
  await captured(waitingPartly, { tax: 1 });
  for (const days of [10, 19, 2]) {
    await pay.control('POST', '/clock/advance', { ms: days * DAY_MS });
    await pay.about('update', waiting, { order });
    for (const payment of [waiting, waitingPartly]) await state(payment);
  }
}

test('the sound server answers the script the same each time', async () => {
  expect(await transcript([])).toEqual(sound);
});

const inTurn = legacyFaults.filter(
  (one) => one.concurrent !== true && one.inBrowser !== true && !legacyDeliveriesFaults.includes(one),
);

test.each(inTurn.map((fault) => [fault.id, fault] as const))(
  '%s changes an answer or a notification, unless the script does not meet it',
  async (id, fault) => {
    expect(isDeepStrictEqual(await transcript([fault], sound), sound)).toBe(unmet.has(id));
  },
);
