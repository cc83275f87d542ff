import type { ReferenceKeys } from '../../../reference/settings.ts';
import { captureIds, createBody, makers, pairs, reason, type resourceClient } from './resource-client.ts';

type Client = ReturnType<typeof resourceClient>;

const zip = '106-2004';
const item = { title: 'x', unit_price: 1000, quantity: 1 };

/** Requests at the edges of what the interface takes, for faults that the ordinary ones do not show. */
export async function edges(api: Client, keys: ReferenceKeys): Promise<void> {
  await requests(api, keys);
  await creations(api);
  await changes(api);
  await tokens(api);
}

async function requests(api: Client, keys: ReferenceKeys): Promise<void> {
  const { created } = makers(api);
  const cut = { authorization: `Bearer ${keys.secretKey.slice(0, -1)}` };
  await api.call('GET', '/tokens/', undefined, cut);
  await api.call('GET', '/tokens/', undefined, { 'service-version': '2018-04-1' });
  await api.call('POST', '/payments', '{', { 'service-version': '2018-04-1' });
  await api.call('PATCH', `/payments/${String(await created())}`, { description: 'x' });
  await api.call('PUT', '/payments', {});
  for (const path of [
    '/payments/pay_none/captures',
    '/payments/pay_none/refunds',
    '/payments/pay_none/close',
  ])
    await api.call('PUT', path, {});
  for (const action of ['suspend', 'resume', 'delete'])
    await api.call('PUT', `/tokens/tok_none/${action}`, reason());
  await api.on('pay_none', 'captures');
  await api.get('/payments/tok_none');
  await api.get('/tokens/pay_none');
  await api.post(`/payments/${String(await created())}/close`);
  await api.on(await created(), 'captures', { note: 'no field of any table' });
  await api.on(await created(), 'captures', { metadata: null });
}

async function creations(api: Client): Promise<void> {
  const { issued } = makers(api);
  const token = (await issued())['id'];
  for (const other of [`${zip}9`, '1062-004', `${zip.slice(0, -1)}a`])
    await api.create(token, { shipping_address: { zip: other, city: 'x' } });
  await api.create(token, { shipping_address: { zip, line2: '1-2-3' } });
  await api.create(token, { order: { items: [{ ...item, title: '' }, item, item], tax: 1 } });
  await api.create(token, { amount: 700 });
  const coupon = { title: 'coupon', unit_price: -100, quantity: 2 };
  await api.create(token, { order: { items: [item, coupon] } });
  await api.create(token, { store_name: undefined });
  await api.create('tok_none');
  await api.create('pay_none');
  const theirs = (await issued())['id'];
  await api.post(`/control/tokens/${String(theirs)}/suspend`, { authority: 'consumer' });
  await api.create(theirs);
}

async function changes(api: Client): Promise<void> {
  const { created, captured } = makers(api);
  const first = await created({ order: { items: [item, item, item], order_ref: 'shared' } });
  await api.get(`/payments/${String(first)}`);
  await api.update(first, { metadata: { colour: 'blue' } });
  await api.update(first, { metadata: { weight: '2' } });
  await api.update(first, { order_ref: 'ref-1' });
  await api.update(first, { store_name: '別の店' });
  await api.update(first, { metadata: pairs(20) });
  await api.on(first, 'captures', { metadata: pairs(20) });
  const { payment, capture } = await captured();
  await api.on(payment, 'refunds', { capture_id: capture, amount: 1, metadata: pairs(20) });
  await api.on(payment, 'refunds', { capture_id: capture, amount: 1, reason: 'first' });
  await api.on(payment, 'refunds', { capture_id: capture, amount: 1, reason: 'second' });
  await api.on(payment, 'refunds', { capture_id: capture });
  await api.on(payment, 'refunds', { capture_id: 'cap_none' });
  for (const status of ['REJECTED', 'AUTHORIZED']) {
    const issued = (await api.post('/control/payments', { status })).body['id'];
    await api.on(issued, 'refunds', { capture_id: 'cap_none' });
  }
  const whole = await captured();
  await api.on(whole.payment, 'refunds', { capture_id: whole.capture, amount: createBody('x')['amount'] });
  const twice = await created();
  const answer = await api.on(twice, 'captures');
  await api.on(twice, 'captures', { metadata: 'x' });
  await api.on(twice, 'refunds', { capture_id: captureIds(answer)[0], metadata: 'x' });
}

async function tokens(api: Client): Promise<void> {
  const { issued } = makers(api);
  const many = [];
  for (let count = 0; count < 22; count += 1) many.push((await issued())['id']);
  const [token] = many;
  await api.get('/tokens/');
  await api.token(token, 'suspend', { ...reason(), wallet_id: 'another' });
  await api.token(token, 'resume', reason('weather.changed'));
  await api.token(token, 'resume');
  await api.get(`/tokens/${String(token)}`);
  await api.token(token, 'resume', {});
  await api.create(token, createBody(token, { metadata: {} }));
  const open = (await api.create(token)).body['id'];
  await api.token(token, 'suspend');
  await api.on(open, 'captures');
}
