import type { ReferenceKeys } from '../../../reference/settings.ts';

export interface Answer {
  readonly http: number;
  /** The body of an object answer. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export type Send = (path: string, init: RequestInit) => Promise<Response> | Response;

/** A create body that has everything, for a token. */
export function createBody(token: unknown, more: object = {}): Record<string, unknown> {
  return {
    token_id: token,
    amount: 2000.5,
    currency: 'JPY',
    description: '定期便',
    store_name: 'お茶の店',
    buyer_data: { user_id: 'u-1', age: 30, ltv: 1.5, previous_payment_methods: { credit_card_used: true } },
    order: {
      items: [
        { id: 'a', title: 'Tea', unit_price: 1000, quantity: 2 },
        { id: 'd', title: 'Coupon', unit_price: -300, quantity: 1 },
      ],
      tax: 170,
      shipping: 130.5,
      order_ref: 'ref-1',
    },
    metadata: { colour: 'green', size: 'M' },
    shipping_address: { line1: 'T 201', line2: '1-2-3', city: '港区', state: '東京都', zip: '106-2004' },
    ...more,
  };
}

export const pairs = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`]));

export const reason = (code = 'general'): object => ({ reason: { code, description: 'asked for' } });

/** A client of the resource interface, for tests of the reference. */
export function resourceClient(send: Send, keys: ReferenceKeys) {
  async function call(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> {
    const response = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${keys.secretKey}`,
        'content-type': 'application/json',
        'service-version': '2018-04-10',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { http: response.status, body: json ? (JSON.parse(text) as Answer['body']) : {}, text };
  }

  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    create: (token: unknown, more: object = {}) => call('POST', '/payments', createBody(token, more)),
    on: (payment: unknown, action: string, body: unknown = {}) =>
      call('POST', `/payments/${String(payment)}/${action}`, body),
    update: (payment: unknown, body: unknown) => call('PUT', `/payments/${String(payment)}`, body),
    token: (token: unknown, action: string, body: unknown = reason()) =>
      call('POST', `/tokens/${String(token)}/${action}`, body),
  };
}

/** Makes what tests start from, by the control interface of the same server. */
export function makers(api: ReturnType<typeof resourceClient>) {
  const issued = async (): Promise<Answer['body']> => (await api.post('/control/tokens', {})).body;
  const created = async (more: object = {}): Promise<unknown> =>
    (await api.create((await issued())['id'], more)).body['id'];
  const captured = async () => {
    const payment = await created();
    return { payment, capture: captureIds(await api.on(payment, 'captures'))[0] };
  };
  return { issued, created, captured };
}

/** The ids of a payment's captures. */
export function captureIds(answer: Answer): readonly string[] {
  return ((answer.body['captures'] ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
}

/** The amounts of a payment's refunds. */
export function refundAmounts(answer: Answer): readonly number[] {
  return (answer.body['refunds'] as readonly { readonly amount: number }[]).map(({ amount }) => amount);
}
