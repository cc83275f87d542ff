import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '../../../harness/embedded.ts';
import { withoutConsumers } from '../../../harness/secrets/redact.ts';
import { loadTarget } from '../../../harness/settings/settings.ts';
import { authorizeMaterial } from '../../../models/legacy/replies/authorize-material.ts';
import { authorizeBody, accusedBy, Recorder } from './recorder.ts';

type Masking = (text: string) => string;
const asItIs: Masking = (text) => text;
const field =
  (name: string, mask: string): Masking =>
  (text) =>
    text.replaceAll(new RegExp(`"${name}":"[^"]*"`, 'g'), `"${name}":"${mask}"`);

describe('what was masked is not known, so that a right server is not accused', () => {
  let embedded: Awaited<ReturnType<typeof startEmbedded>>;
  beforeAll(async () => {
    embedded = await startEmbedded(loadTarget({ file: undefined, name: 'embedded' }), { seed: 1 });
  });
  afterAll(() => embedded.close());

  const paid = async (sent: Masking, first: Masking, later: Masking = first) => {
    const client = new Recorder(embedded.target);
    const issued = await fetch(`${embedded.target.control?.url}/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { id: token } = (await issued.json()) as { readonly id: string };
    await client.resource('GET', `/tokens/${token}`, undefined, first);
    const body = `{"token_id":"${token}","amount":100,"currency":"JPY","description":"for mia@example.com","buyer_data":{},"order":{"items":[{"quantity":1,"unit_price":100,"title":"t"}],"order_ref":"r-1"},"metadata":{"phone":"08011112222","zip":"a"},"shipping_address":{"zip":"150-0001","city":"x"}}`;
    const { id } = await client.resource('POST', '/payments', body, first);
    await client.resource('GET', `/payments/${String(id)}`, undefined, later);
    await client.resource('GET', `/tokens/${token}`, undefined, later);
    client.mask(sent);
    return client;
  };

  test.each<[string, Masking, Masking, Masking]>([
    ["in payproof's own files", withoutConsumers, withoutConsumers, withoutConsumers],
    ['in answers alone', asItIs, withoutConsumers, withoutConsumers],
    ['in requests alone', withoutConsumers, asItIs, asItIs],
    ['in the first answers alone', asItIs, withoutConsumers, asItIs],
    ['in later answers alone', asItIs, asItIs, withoutConsumers],
    ['a postal code in answers', asItIs, field('zip', '***'), field('zip', '***')],
    ['a name in later answers', asItIs, asItIs, field('name1', '<redacted>')],
    ['a text', asItIs, field('title', '<e-mail>'), field('title', '<phone>')],
  ])('of a payment and its token: %s', async (_where, sent, first, later) => {
    expect(await accusedBy(embedded.target, await paid(sent, first, later))).toEqual([]);
  });

  test('a wrong value beside it is accused', async () => {
    const wrong: Masking = (text) => withoutConsumers(text).replaceAll('"city":"x"', '"city":"y"');
    expect(await accusedBy(embedded.target, await paid(asItIs, withoutConsumers, wrong))).not.toEqual([]);
  });

  test('of a request that is refused for it', async () => {
    const client = new Recorder(embedded.target);
    const body = authorizeBody({ email: 'mia@example.com', phone: '\u0000'.repeat(3) }, 'i');
    const { authorizePath = '' } = embedded.target.legacy ?? {};
    const refusing: Masking = () => '{"status":"bad_request","message":"phone"}';
    await client.legacy(authorizePath, body, authorizeMaterial(body), refusing);
    client.mask((text) => text.replace(/"number":"[^"]*"/, '"number":"<phone>"'), 400);
    expect(await accusedBy(embedded.target, client)).toEqual([]);
  });
});
