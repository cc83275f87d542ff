import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { authorizeMaterial } from '../../../models/legacy/replies/authorize-material.ts';
import { authorizeBody, accusedBy, Recorder } from './recorder.ts';

/** What each object inherits, or has a setter for: a table that is asked for such a name must not find that. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;

describe('traffic in which a name is one that objects inherit', () => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  beforeAll(async () => {
    embedded = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1 });
  });
  afterAll(() => embedded.close());

  const accusedOf = (client: Recorder) => accusedBy(embedded.target, client);

  const metadataOf = async (name: string, seen?: (text: string) => string) => {
    const client = new Recorder(embedded.target);
    const url = `${embedded.target.control?.url}/tokens`;
    const issued = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { id: token } = (await issued.json()) as { readonly id: string };
    await client.resource('GET', `/tokens/${token}`);
    const { id } = await client.resource(
      'POST',
      '/payments',
      `{"token_id":"${token}","amount":100,"currency":"JPY","buyer_data":{},"order":{"items":[{"quantity":1,"unit_price":100}]},"metadata":{"${name}":"a"},"shipping_address":{"zip":"150-0001","city":"x"}}`,
    );
    const read = async () => client.resource('GET', `/payments/${String(id)}`, undefined, seen);
    await read();
    await client.resource('PUT', `/payments/${String(id)}`, `{"metadata":{"${name}":"b"}}`);
    await client.resource('POST', `/payments/${String(id)}/captures`, `{"metadata":{"${name}":"c"}}`);
    await read();
    return client;
  };

  test.each(inherited)('as the key of a pair, %s: a right server is not accused', async (name) => {
    expect(await accusedOf(await metadataOf(name))).toEqual([]);
  });

  test.each(inherited)('as the key of a pair, %s: a server that loses it is accused', async (name) => {
    const losing = (text: string) => text.replaceAll(new RegExp(`"${name}":"[abc]"`, 'g'), '');
    expect(await accusedOf(await metadataOf(name, losing))).toContain('resource.payment.metadata');
  });

  const capturesOf = async (name: string, seen?: (text: string) => string) => {
    const client = new Recorder(embedded.target);
    const { approve } = embedded.target.legacy?.personas ?? {};
    const body = authorizeBody({ email: approve?.email, phone: approve?.phone }, name);
    const { authorizePath = '' } = embedded.target.legacy ?? {};
    const made = await client.legacy(authorizePath, body, authorizeMaterial(body));
    const id = String(made['payment_id']);
    const capture = (quantity: number) =>
      client.legacy('/pay/capture', { payment_id: id, items: [{ item_id: name, quantity }] }, id);
    const statuses = [await capture(1), await capture(3), await capture(2)].map(({ status }) => status);
    expect(statuses).toEqual(['capture_success', 'capture_fail', 'capture_success']);
    await client.legacy('/pay/status', { payment_id: id }, id, seen);
    return client;
  };

  test.each(inherited)('as the id of a line, %s: a right server is not accused', async (name) => {
    expect(await accusedOf(await capturesOf(name))).toEqual([]);
  });

  test.each(inherited)(
    'as the id of a line, %s: a server that forgets its last piece is accused',
    async (name) => {
      const open = (text: string) => text.replace('"close"', '"open"');
      expect(await accusedOf(await capturesOf(name, open))).toContain('legacy.capture.partials-close');
    },
  );
});
