import { setTimeout as pause } from 'node:timers/promises';
import { loadTarget, type Target } from '../../../../harness/settings/settings.ts';
import { startEmbedded } from '../../../../harness/embedded.ts';
import { legacyClient, order } from '../../../reference/scripts/legacy-client.ts';
import {
  captureIds,
  createBody,
  reason,
  resourceClient,
} from '../../../reference/scripts/resource-client.ts';

/** One request of a client and its answer, with all that any recorder could see. */
export interface Seen {
  /** ms since the epoch. */
  readonly sentAt: number;
  readonly ms: number;
  readonly method: string;
  readonly url: string;
  /** As they were sent and received, by names in small letters. */
  readonly sent: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
  readonly received: Readonly<Record<string, string>>;
  readonly answer: string;
}

export interface Flow {
  readonly target: Target;
  readonly seen: readonly Seen[];
}

/** What a shop does in its first minutes with both interfaces of a reference with these faults, as a recorder between them would see it. */
export async function recordedFlow(faults: readonly string[] = []): Promise<Flow> {
  const { target, close } = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), {
    seed: 1,
    faults,
  });
  const seen: Seen[] = [];
  try {
    const { legacy, resource, control } = target;
    if (legacy === undefined || resource === undefined || control === undefined)
      throw new Error('the embedded target has both interfaces and a control');
    const fetching = recording(seen);
    const { apiKey, secret } = legacy;
    const unused = { publicKey: '', liveSecretKey: '', livePublicKey: '' };
    const keys = { apiKey, secret, secretKey: resource.secretKey, ...unused };
    const { personas } = legacy as { readonly personas: Parameters<typeof legacyClient>[0]['personas'] };
    const api = resourceClient((path, init) => fetching(resource.baseUrl + path, init), keys);
    const issued = await fetch(`${control.url}/tokens`, { method: 'POST', body: '{}' });
    const { id: token } = (await issued.json()) as { readonly id: string };
    await shopByLegacy(
      legacyClient({ url: legacy.baseUrl, controlUrl: control.url, keys, personas }, fetching),
    );
    await shopByResource(api, token);
  } finally {
    await close();
  }
  return { target, seen };
}

function recording(seen: Seen[]): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, { headers, ...rest }) => {
    // An empty key stands for none.
    const sent = Object.fromEntries(
      Object.entries(headers as Record<string, string>).filter(([, value]) => value !== ''),
    );
    const init = { ...rest, headers: sent };
    // No two in one millisecond: of such, a recording does not show which was sent first.
    await pause(2);
    const sentAt = Date.now();
    const from = performance.now();
    const response = await fetch(url, init);
    const answer = await response.clone().text();
    const body = typeof init.body === 'string' ? init.body : undefined;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    seen.push({
      sentAt,
      ms: Math.round((performance.now() - from) * 1000) / 1000,
      method: init.method ?? 'GET',
      url,
      sent: { ...sent, ...length },
      ...(body !== undefined && { body }),
      status: response.status,
      received: {
        ...Object.fromEntries(response.headers),
        'content-length': String(Buffer.byteLength(answer)),
      },
      answer,
    });
    return response;
  };
}

/** A total without fractions, of which each amount is certain. */
const whole = { amount: 2000, order: { items: [{ unit_price: 1000, quantity: 2 }], tax: 0, shipping: 0 } };

const wrongKey = { authorization: 'Bearer sk_payproof_key_that_is_wrong' };

async function shopByLegacy(shop: ReturnType<typeof legacyClient>): Promise<void> {
  const bought = async (ref: string) =>
    (await shop.authorize({}, 'approve', { ...order, order_ref: ref })).body['payment_id'];
  const first = await bought('order-1');
  await shop.about('status', first);
  await shop.about('update', first, {
    order: { ...order, order_ref: 'order-1', shipping: 230.5, total_amount: 2100.5 },
  });
  await shop.about('status', first);
  const part = (await shop.about('capture', first, { items: [{ item_id: 'a', quantity: 1 }] })).body[
    'capture_id'
  ];
  await shop.about('status', first);
  await shop.refund(part, { amount: 400 });
  await shop.refund(part, { amount: 100_000 });
  await shop.refund(part);
  await shop.refund(part, { amount: 1 });
  await shop.about('close', first);
  await shop.about('status', first);
  await shop.about('close', first);
  await shop.about('capture', first);
  await shop.about('update', first, { order: { ...order, order_ref: 'order-1' } });
  const second = await bought('order-2');
  await shop.send('capture', { payment_id: second, checksum: shop.digest('another') });
  await shop.send('capture', { payment_id: second, checksum: shop.digest(String(second)) }, wrongKey);
  await shop.send(
    'status',
    { payment_id: second, checksum: shop.digest(String(second)) },
    { authorization: '' },
  );
  await shop.about('status', second);
  await shop.about('capture', second);
  await shop.about('status', second);
  await shop.about('close', second);
  await shop.authorize({}, 'reject', { ...order, order_ref: 'order-3' });
  const third = await bought('order-4');
  await shop.send('close', { payment_id: third, checksum: shop.digest(String(third), 'base64') });
  await shop.about('status', third);
}

async function shopByResource(api: ReturnType<typeof resourceClient>, token: string): Promise<void> {
  await api.get(`/tokens/${token}`);
  const first = (await api.create(token, whole)).body['id'];
  await api.get(`/payments/${String(first)}`);
  await api.update(first, { description: '変更', metadata: { colour: 'blue' } });
  await api.call('POST', `/payments/${String(first)}/captures`, {}, wrongKey);
  const [capture] = captureIds(await api.on(first, 'captures'));
  await api.get(`/payments/${String(first)}`);
  await api.on(first, 'captures');
  await api.on(first, 'refunds', { capture_id: capture, amount: 500, reason: 'returned' });
  await api.on(first, 'refunds', { capture_id: capture, amount: 1_000_000 });
  await api.on(first, 'refunds', { capture_id: 'cap_of_nobody' });
  await api.on(first, 'refunds', { capture_id: capture });
  await api.on(first, 'refunds', { capture_id: capture });
  await api.get(`/payments/${String(first)}`);
  await api.on(first, 'close');
  const second = (await api.create(token, { ...whole, metadata: {} })).body['id'];
  await api.on(second, 'refunds', { capture_id: capture });
  await api.on(second, 'close');
  await api.on(second, 'captures');
  await api.get(`/payments/${String(second)}`);
  await api.get(`/tokens/${token}`);
  const third = (await api.create(token)).body['id'];
  await api.get(`/payments/${String(third)}`);
  await api.on(third, 'captures');
  await api.token(token, 'suspend');
  await api.token(token, 'suspend');
  await api.create(token, whole);
  await api.token(token, 'resume');
  await api.get(`/tokens/${token}`);
  await api.call('GET', '/tokens/');
  await api.call('POST', '/payments', { ...createBody(token, whole), shipping_address: { zip: '106-2004' } });
  await api.token(token, 'delete', reason('merchant.requested'));
  await api.token(token, 'delete', reason('merchant.requested'));
}
