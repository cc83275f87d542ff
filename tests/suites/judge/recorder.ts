import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { controlled, meansOf } from '../../../harness/means/means.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { trafficOf, type RecordedExchange } from '../../../harness/traffic/traffic.ts';
import { judgeTraffic } from '../../../suites/judge/judge-traffic.ts';

export type Texts = Readonly<Record<string, unknown>>;

/** A client that records what it sends. */
export class Recorder {
  exchanges: readonly RecordedExchange[] = [];
  readonly #target: Target;
  constructor(target: Target) {
    this.#target = target;
  }
  async send(method: string, url: string, key: string, body?: string, seen = (text: string) => text) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sentAt = Date.now();
    const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const text = seen(await reply.text());
    const exchange: RecordedExchange = {
      number: this.exchanges.length + 1,
      sentAt,
      receivedAt: Date.now(),
      method,
      url,
      headers,
      ...(body !== undefined && { body }),
      reply: { http: reply.status, headers: { 'content-type': 'application/json' }, body: text },
    };
    this.exchanges = [...this.exchanges, exchange];
    return JSON.parse(text) as Texts;
  }
  /** Changes the bodies of what was sent, as a recorder that masks does; `http`: the status of the answers. */
  mask(change: (text: string) => string, http?: number): void {
    this.exchanges = this.exchanges.map(({ body, reply, ...rest }) => ({
      ...rest,
      ...(body !== undefined && { body: change(body) }),
      ...(reply && { reply: { ...reply, http: http ?? reply.http } }),
    }));
  }
  resource(method: string, path: string, body?: string, seen?: (text: string) => string) {
    const { baseUrl = '', secretKey = '' } = this.#target.resource ?? {};
    return this.send(method, `${baseUrl}${path}`, secretKey, body, seen);
  }
  legacy(path: string, body: Texts, material: string, seen?: (text: string) => string) {
    const { baseUrl = '', apiKey = '', secret = '' } = this.#target.legacy ?? {};
    const checksum = createHash('sha256').update(`${secret}${material}`).digest('hex');
    return this.send('POST', `${baseUrl}${path}`, apiKey, JSON.stringify({ ...body, checksum }), seen);
  }
}

/** A right body of Authorize, by this consumer, of three pieces of one line. */
export function authorizeBody(buyer: { readonly email: unknown; readonly phone: unknown }, item: string) {
  return {
    buyer: {
      name: '山田 太郎',
      name2: 'ヤマダ タロウ',
      email: { address: buyer.email },
      phone: { number: buyer.phone },
      address: { address2: '1-1', address3: '渋谷区', address4: '東京都', postal_code: '150-0001' },
    },
    order: { items: [{ item_id: item, title: 'a', amount: 100, quantity: 3 }], total_amount: 300 },
    merchant_data: {
      store: 'store',
      customer_age: 1,
      last_order: 1,
      last_order_amount: 1,
      known_address: true,
      num_orders: 1,
      ltv: 1,
      ip_address: '192.0.2.1',
    },
  };
}

/** The rows that what was recorded of a target breaks; each of the exchanges is judged. */
export async function accusedBy(target: Target, { exchanges }: Recorder): Promise<readonly string[]> {
  const traffic = trafficOf('ndjson', { exchanges, notifications: [], damaged: 0 });
  const means = meansOf(target, controlled);
  const { failures, judged } = await judgeTraffic(traffic, target, { means, write: () => undefined });
  expect(judged).toBe(exchanges.length);
  return failures.flatMap(({ requirement }) => requirement);
}
