import { createHash } from 'node:crypto';
import type { RunningReference } from '../../../reference/server.ts';

type Served = Pick<RunningReference, 'url' | 'controlUrl' | 'keys' | 'personas'>;
type Fetch = (url: string, init: RequestInit) => Response | Promise<Response>;

export interface Answer {
  readonly http: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A consumer without the means of contact. */
export const buyer = {
  name: '山田 太郎',
  name2: 'ヤマダ タロウ',
  address: { address2: '1-2-3', address3: '港区', address4: '東京都', postal_code: '106-2004' },
};

export const order = {
  items: [
    { item_id: 'a', title: 'Tea', amount: 1000, quantity: 2 },
    { item_id: 'd', title: 'Coupon', amount: -300, quantity: 1 },
  ],
  tax: 170,
  shipping: 130.5,
  total_amount: 2000.5,
  order_ref: 'ref-1',
};

export const merchant = {
  store: 'Shop',
  customer_age: 10,
  last_order: 3,
  last_order_amount: 99.9,
  known_address: true,
  num_orders: 4,
  ltv: 1234.5,
  ip_address: '192.0.2.1',
};

/** A client that signs as the document says, for tests of the reference. */
export function legacyClient(reference: Served, fetching: Fetch = fetch) {
  const { keys, personas } = reference;
  const digest = (material: string, encoding: 'hex' | 'base64' = 'hex'): string =>
    createHash('sha256')
      .update(keys.secret + material)
      .digest(encoding);

  async function send(
    operation: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetching(`${reference.url}/pay/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.apiKey}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { http: response.status, body: (await response.json()) as Answer['body'] };
  }

  const about = (operation: string, payment: unknown, more: object = {}): Promise<Answer> =>
    send(operation, { payment_id: payment, ...more, checksum: digest(String(payment)) });

  return {
    digest,
    send,
    about,
    refund: (capture: unknown, more: object = {}): Promise<Answer> =>
      send('refund', { capture_id: capture, ...more, checksum: digest(String(capture)) }),
    authorize: (
      more: object = {},
      who: keyof typeof personas = 'approve',
      content: object = order,
    ): Promise<Answer> =>
      send('authorize', {
        buyer: {
          ...buyer,
          email: { address: personas[who].email },
          phone: { number: personas[who].phone },
        },
        order: content,
        merchant_data: merchant,
        checksum: digest(`${Math.trunc((content as typeof order).total_amount)}Shop10399true41234192.0.2.1`),
        ...more,
      }),
    async control(method: string, path: string, body?: unknown): Promise<Answer['body']> {
      const response = await fetching(`${reference.controlUrl}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await response.json()) as Answer['body'];
    },
  };
}
