import { Hono } from 'hono';
import { vi } from 'vitest';
import { mountControl } from '../../../reference/control/mount.ts';
import type { Overrides } from '../../../reference/faults/fault.ts';
import { mountResource } from '../../../reference/resource/mount.ts';
import type { World } from '../../../reference/world.ts';
import { transcriptOf } from './answers.ts';
import { edges } from './resource-edges.ts';
import { captureIds, createBody, pairs, reason, resourceClient, type Answer } from './resource-client.ts';

const DAY_MS = 86_400_000;

/** Every answer of a script that reaches each operation in each state. Where some are expected, it ends with the first other one. */
export const transcript = (
  overrides: readonly Overrides[],
  expected?: readonly string[],
): Promise<readonly string[]> => transcriptOf(run, overrides, expected);

async function run(world: World, lines: string[], compared: () => void): Promise<void> {
  const app = new Hono();
  mountResource(app, world);
  mountControl(app, world);
  const api = resourceClient(async (path, init) => {
    vi.advanceTimersByTime(1000);
    const response = await app.request(path, init);
    lines.push(`${init.method} ${path} ${response.status} ${await response.clone().text()}`);
    compared();
    return response;
  }, world.settings.keys);

  const issued = async (wish: object = {}) => (await api.post('/control/tokens', wish)).body;
  const token = (await issued())['id'];
  const created = async (more: object = {}) => (await api.create(token, more)).body['id'];
  const refund = (payment: unknown, of: Answer, more: object = {}) =>
    api.on(payment, 'refunds', { capture_id: captureIds(of)[0] ?? 'cap_none', ...more });

  for (const authorization of ['Bearer sk_other', `Bearer ${world.settings.keys.publicKey}`]) {
    await api.call('GET', '/tokens/', undefined, { authorization });
  }
  lines.push(await (await app.request('/tokens/')).text());
  await api.call('GET', '/tokens/', undefined, { 'service-version': '2017-01-01' });
  await api.call('GET', '/tokens/', undefined, { authorization: `Basic ${world.settings.keys.secretKey}` });
  const bearer = { authorization: `Bearer ${world.settings.keys.secretKey}` };
  lines.push(await (await app.request('/tokens/', { headers: bearer })).text());
  await api.call('DELETE', '/payments');
  await api.call('POST', '/payments', createBody(token), { 'content-type': 'text/plain' });
  await api.post('/payments', '{');
  await api.post('/payments', JSON.stringify(createBody(token)).replace(':1000,', ':1000.0,'));
  await api.get('/payments/pay_unknown');
  await api.get('/tokens/tok_unknown');

  const zip = '106-2004';
  for (const more of [
    { currency: 'USD' },
    { currency: undefined },
    { amount: 'x' },
    { amount: -1 },
    { description: undefined },
    { shipping_address: { zip: '1062004', city: 'x' } },
    { shipping_address: { zip: 'x', city: 'x' } },
    { shipping_address: { zip } },
    { shipping_address: { zip, state: 'x' } },
    { shipping_address: { state: 'x' } },
    { order: { items: [{ description: 'd', unit_price: 1, quantity: 1 }] } },
    { metadata: pairs(20) },
    { metadata: pairs(21) },
  ]) {
    await api.create(token, more);
  }

  for (const action of ['captures', 'refunds']) await api.on('pay_none', action, { metadata: 'x' });
  await api.on('pay_none', 'refunds', { capture_id: 1 });
  await api.update('pay_none', { metadata: 'x' });
  for (const action of ['suspend', 'resume', 'delete']) {
    for (const body of [{}, { reason: 'x' }]) await api.token('tok_none', action, body);
  }

  for (const order of [
    createBody(token)['order'],
    { items: [{ unit_price: 2000.5, quantity: 1 }], tax: 1 },
  ]) {
    const payment = await created({ order });
    await api.on(payment, 'refunds', { capture_id: 'cap_none' });
    await api.update(payment, { order_ref: 'r', description: 'd', metadata: { new: 'pair' }, amount: 1 });
    await api.update(payment, { metadata: {} });
    await api.update(payment, { order_ref: 'r2' });
    await api.update(payment, { metadata: pairs(21) });
    await api.post(`/payments/${String(payment)}/captures`);
    await api.on(payment, 'captures', { metadata: pairs(21) });
    const capture = await api.on(payment, 'captures', { metadata: { a: 'b' } });
    await api.on(payment, 'captures');
    await api.on(payment, 'close');
    await api.update(payment, { description: 'closed' });
    await api.on(payment, 'refunds', { capture_id: 'cap_other' });
    await refund(payment, capture, { amount: 0.5, reason: 'r', metadata: { a: 'b' } });
    await refund(payment, capture, { amount: 1, metadata: pairs(21) });
    await refund(payment, capture, { amount: 2000.5 });
    await refund(payment, capture, { amount: 9000 });
    await refund(payment, capture, { amount: 0 });

    await refund(payment, capture, { amount: 2000 });
    await refund(payment, capture);
    await refund(payment, capture, { amount: 1 });
    await api.get(`/payments/${String(payment)}`);
  }
  const rest = await created();
  const all = await api.on(rest, 'captures');
  for (const more of [{ amount: 1 }, {}]) await refund(rest, all, more);
  const whole = await created();
  await refund(whole, await api.on(whole, 'captures'));

  const closed = await created();
  for (const action of ['close', 'close', 'captures']) await api.on(closed, action);
  await api.on(closed, 'refunds', { capture_id: 'cap_none' });
  await api.get(`/payments/${String(closed)}`);
  const rejected = (await api.post('/control/payments', { status: 'REJECTED' })).body['id'];
  for (const action of ['captures', 'close']) await api.on(rejected, action);
  await api.update(rejected, { description: 'x' });

  const other = await issued({ wallet_id: 'w', metadata: { a: 'b' } });
  const actions: readonly (readonly [string, string])[] = [
    ['resume', 'general'],
    ['suspend', 'subscription.expired'],
    ['suspend', 'general'],
    ['suspend', 'general'],
    ['resume', 'fraud.suspected'],
    ['resume', 'consumer.requested'],
    ['suspend', 'fraud.suspected'],
    ['delete', 'fraud.suspected'],
    ['delete', 'subscription.expired'],
    ['delete', 'general'],
    ['suspend', 'general'],
    ['resume', 'general'],
  ];
  for (const [action, code] of actions) {
    await api.token(other['id'], action, reason(code));
    await api.get(`/tokens/${String(other['id'])}`);
    await api.get('/tokens/');
    await api.create(other['id']);
  }
  await api.token(token, 'suspend', { ...reason(), wallet_id: '' });
  const theirs = await issued();
  await api.post(`/control/tokens/${String(theirs['id'])}/suspend`, { authority: 'consumer' });
  await api.token(theirs['id'], 'resume');
  const idle = await issued();
  await api.call('PUT', `/control/consumers/${String(idle['consumer_id'])}`, { status: 'SUSPENDED' });
  await api.create(idle['id']);

  await edges(api, world.settings.keys);

  const late = [await created(), await created()];
  await world.clock.advance(30 * DAY_MS - 60_000);
  const [capture] = captureIds(await api.on(late[0], 'captures'));
  await world.clock.advance(60_000);
  await api.on(late[0], 'refunds', { capture_id: capture, amount: 1 });
  await api.update(late[0], { description: 'late' });
  for (const action of ['captures', 'close']) await api.on(late[1], action);
}
