import { describe, expect, it } from 'vitest';
import { redacted, redactorOf, withoutConsumers } from '../../../harness/secrets/redact.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const sample = sampleTarget('http://127.0.0.1:1');
const personas = {
  approve: { email: 'mia+pay@example.com', phone: '08012345678', test: true },
  pin: { email: 'ken@example.org', phone: '09011112222', test: true, pin: '4711' },
};
const own: Target = { ...sample, legacy: { ...sample.legacy, personas } };
const strict: Target = { ...own, privacy: 'strict' };

const body = {
  buyer: { email: { address: 'ken@example.org' }, phone: { number: '09011112222' } },
  auth_code: '4711',
};
const record = {
  k: 'exchange',
  request: {
    url: 'http://t.test/pins?phone=09011112222&mail=mia%2Bpay%40example.com',
    body: JSON.stringify(body),
  },
  reply: { http: 200, body: '{"pin": "4711", "buyer": "someone.else@example.net"}' },
  transcript: [{ call: { body }, reply: { pin: '4711', payment_id: 'pay_1' } }],
  breaches: [{ received: JSON.stringify(JSON.stringify(body)) }],
};
const told = ['ken@example', 'mia', '09011112222', '4711', 'someone.else'];

describe('a report', () => {
  it('shows no address, phone number or PIN of a consumer, in whatever text', () => {
    const shown = JSON.stringify(redacted(record, withoutConsumers));
    for (const text of told) expect(shown).not.toContain(text);
    expect(shown).toContain('/pins?phone=<phone>&mail=<e-mail>');
    expect(shown).toContain('pay_1');
  });

  it('shows everything else: ids, amounts, other numbers and the texts of the report', () => {
    const plain = { reply: { payment_id: 'pay_1', amount: 4711 }, why: 'the number of phones: 12 @ noon' };
    expect(redacted(plain, withoutConsumers)).toEqual(plain);
  });
});

describe('privacy: strict', () => {
  it('leaves no address, phone number or PIN of a consumer in a record', () => {
    const kept = JSON.stringify(redacted(record, redactorOf(strict)));
    for (const text of told) expect(kept).not.toContain(text);
    expect(kept).toContain('<e-mail of pin>');
    expect(kept).toContain('<phone of pin>');
    expect(kept).toContain('<PIN>');
  });

  it('keeps everything else: ids, amounts and the texts of the report', () => {
    const plain = { reply: { payment_id: 'pay_1', amount: 4711, pins: 'none' }, why: 'pin: 4711 yen @ noon' };
    expect(redacted(plain, redactorOf(strict))).toEqual(plain);
  });

  it('is what does it: without it they stay', () => {
    const kept = JSON.stringify(redacted(record, redactorOf(own)));
    for (const text of told) expect(kept).toContain(text);
  });
});

describe('privacy: strict, with given data', () => {
  const data = {
    buyer: { name: '試験 花子', name2: 'シケン ハナコ', dob: '1980-01-31' },
    buyerAddress: { address1: '3-1', address4: '東京都' },
    shippingAddress: { line1: 'Room "7", Tower', zip: '105-0011' },
  };
  const values = [data.buyer, data.buyerAddress, data.shippingAddress].flatMap((one) => Object.values(one));
  const escaped = (text: string): string =>
    text.replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const sent = JSON.stringify({
    buyer: { ...data.buyer, address: data.buyerAddress },
    to: data.shippingAddress,
  });
  const all = {
    k: 'exchange',
    request: { url: `http://t.test/?name=${encodeURIComponent(data.buyer.name)}`, body: sent },
    reply: { http: 400, body: escaped(sent) },
    transcript: [{ call: { body: data } }],
    breaches: [{ received: JSON.stringify(sent), expected: JSON.stringify(data.buyerAddress.address1) }],
    why: `no buyer ${data.buyer.name}, born ${data.buyer.dob}`,
  };

  it('leaves no name, birth date or address of it in a record, in whatever text', () => {
    const kept = JSON.stringify(redacted(all, redactorOf({ ...strict, data })));
    const forms = values.flatMap((one) => [
      one,
      escaped(one),
      encodeURIComponent(one),
      JSON.stringify(one).slice(1, -1),
    ]);
    for (const text of forms) expect(kept).not.toContain(text);
    expect(kept).toContain('<name of buyer>');
    expect(kept).toContain('<address1 of buyer>');
    expect(kept).toContain('<zip of shipping_address>');
  });

  it('keeps a short value inside of other text', () => {
    const plain = { order_ref: 'order-3-1-x', why: 'step 3-1 failed' };
    expect(redacted(plain, redactorOf({ ...strict, data }))).toEqual(plain);
  });

  it('is what does it: without it they stay', () => {
    const kept = JSON.stringify(redacted(all, redactorOf({ ...own, data })));
    expect(kept).toContain(data.buyer.name);
    expect(kept).toContain(data.shippingAddress.zip);
  });
});
