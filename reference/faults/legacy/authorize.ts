import { DAY_MS } from '../../durations.ts';
import { hash } from 'node:crypto';
import { Big } from 'big.js';
import { objectIn } from '../../json.ts';
import type { ReplyBody, ReplyWrapper } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { fieldsOf, lacking, stating } from '../replies.ts';
import { receiving, discountOf, linesOf, isBase64, signing, signingStore } from './patches.ts';
import { authorizeMaterial, type AuthorizeSigned } from '../../legacy/checksum.ts';
import { type LegacyRules, soundLegacyRules as sound } from '../../legacy/rules.ts';

/** What authorize hashes, with its amounts changed. */
function amountsChanged(
  request: unknown,
  total: (amount: number) => number,
  others: (amount: number) => number,
): string {
  const { order, merchant_data: data } = request as AuthorizeSigned;
  const changed = { last_order_amount: others(data.last_order_amount), ltv: others(data.ltv) };
  return authorizeMaterial({
    order: { total_amount: total(order.total_amount) },
    merchant_data: { ...data, ...changed },
  });
}

/** Authorize takes the checksum of another text too. */
function takingOther(
  change: (data: AuthorizeSigned['merchant_data']) => AuthorizeSigned['merchant_data'],
  whole?: (value: number) => string,
): Partial<LegacyRules> {
  return {
    acceptsChecksum(of, given, hashed, request) {
      if (sound.acceptsChecksum(of, given, hashed, request)) return true;
      if (of !== 'authorize') return false;
      const { order, merchant_data: data } = request as AuthorizeSigned;
      const right = authorizeMaterial({ order, merchant_data: data });
      if (!hashed.endsWith(right)) return false;
      const secret = hashed.slice(0, hashed.length - right.length);
      return sound.acceptsChecksum(
        of,
        given,
        secret + authorizeMaterial({ order, merchant_data: change(data) }, whole),
      );
    },
  };
}

/** Faults in what the checksum of an authorization is made of. */
export const legacyAuthorizeChecksumsFaults: readonly Fault[] = [
  fault('legacy-authorize-signed-in-capitals', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes a boolean as True or False.',
    legacy: signing('authorize', (material) => material.replace('true', 'True').replace('false', 'False')),
  }),
  fault('legacy-authorize-signed-rounded-up', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes amounts rounded up to whole numbers.',
    legacy: signing('authorize', (_material, request) => amountsChanged(request, Math.ceil, Math.ceil)),
  }),
  fault('legacy-authorize-signed-in-latin-1', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes the text in Latin-1, which has no Japanese characters.',
    legacy: {
      acceptsChecksum: (of, given, hashed) =>
        of === 'authorize'
          ? given === hash('sha256', Buffer.from(hashed, 'latin1'), isBase64(given) ? 'base64' : 'hex')
          : sound.acceptsChecksum(of, given, hashed),
    },
  }),
  fault('legacy-authorize-signed-trimmed', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes the store without the blanks at its ends.',
    legacy: signingStore((store) => store.trim()),
  }),
  fault('legacy-authorize-signed-made-compatible', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes the store in the normal form NFKC.',
    legacy: signingStore((store) => store.normalize('NFKC')),
  }),
  fault('legacy-authorize-signed-in-32-bits', 'legacy.checksum.authorize', {
    summary: 'Authorize hashes amounts as integers of 32 bits.',
    legacy: signing('authorize', (_material, request) =>
      amountsChanged(
        request,
        (total) => total,
        (amount) => amount | 0,
      ),
    ),
  }),
  fault('legacy-authorize-checksum-without-ip-address-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize that leaves out ip_address is accepted too.',
    legacy: takingOther((data) => ({ ...data, ip_address: '' })),
  }),
  fault('legacy-authorize-checksum-without-store-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize that leaves out the store is accepted too.',
    legacy: takingOther((data) => ({ ...data, store: '' })),
  }),
  fault('legacy-authorize-checksum-with-digits-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize with 1 or 0 for the boolean is accepted too.',
    legacy: takingOther((data) => ({ ...data, known_address: Number(data.known_address) as never })),
  }),
  fault('legacy-authorize-checksum-in-capitals-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize with True or False for the boolean is accepted too.',
    legacy: takingOther((data) => ({
      ...data,
      known_address: (data.known_address ? 'True' : 'False') as never,
    })),
  }),
  fault('legacy-authorize-checksum-with-decimals-too', 'legacy.checksum.verified', {
    summary: 'A checksum of authorize with amounts that are not cut to integers is accepted too.',
    legacy: takingOther(
      (data) => data,
      (value) => (Number.isInteger(value) ? value.toFixed(1) : String(value)),
    ),
  }),
];

/** Changes how Status writes the expiry. */
const written =
  (otherwise: (expires: string) => string): ReplyWrapper =>
  (reply) => {
    const { expires, ...rest } = fieldsOf(reply);
    return typeof expires === 'string' ? { ...reply, body: { ...rest, expires: otherwise(expires) } } : reply;
  };

const ofTwelve = (hour: number): string => String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');

function midnightAfter(expires: string): string {
  const day = Date.parse(`${expires.slice(0, 10)}T00:00:00Z`);
  return `${new Date(day + DAY_MS).toISOString().slice(0, 10)} 00:00:00`;
}

/** Changes the refusals of a wrong checksum. */
const mismatched =
  (change: (body: ReplyBody) => ReplyBody): ReplyWrapper =>
  (reply) => {
    const body = fieldsOf(reply);
    return body['reason'] === 'bad_checksum' ? { ...reply, body: change(body) } : reply;
  };

/** Faults in who is authorized, and in what an authorization is given. */
export const legacyAuthorizeFaults: readonly Fault[] = [
  fault('legacy-valid-29-days', 'legacy.authorize.validity', {
    summary: 'An authorization is valid for a day less than it should be.',
    legacy: { expiryOf: (now, settings) => now + settings.validityMs - DAY_MS },
  }),
  fault('legacy-valid-31-days', 'legacy.authorize.validity', {
    summary: 'An authorization is valid for a day more than it should be.',
    legacy: { expiryOf: (now, settings) => now + settings.validityMs + DAY_MS },
  }),
  fault('legacy-expires-of-half-days', 'legacy.authorize.validity', {
    summary: 'The expiry is written with 12-hour clock hours.',
    reply: {
      status: written(
        (expires) => `${expires.slice(0, 11)}${ofTwelve(Number(expires.slice(11, 13)))}${expires.slice(13)}`,
      ),
    },
  }),
  fault('legacy-expires-at-midnight', 'legacy.authorize.validity', {
    summary: 'The expiry is shown as the next midnight.',
    reply: { status: written(midnightAfter) },
  }),
  fault('legacy-amount-shown-whole', 'legacy.authorize.amount', {
    summary: 'Status rounds the amount to whole yen.',
    legacy: { amountShown: (payment) => payment.order.totalAmount.round(0, Big.roundDown) },
  }),
  fault('legacy-amount-without-discount', 'legacy.authorize.amount', {
    summary: 'Status shows the amount before discount lines.',
    legacy: { amountShown: ({ order }) => order.totalAmount.minus(discountOf(order)) },
  }),
  fault('legacy-order-ref-lost', 'legacy.authorize.order-ref', {
    summary: 'The order_ref of an authorization is not kept.',
    stored: {
      legacyPayments: (payment, previous) =>
        previous === undefined ? { ...payment, order: { ...payment.order, orderRef: undefined } } : payment,
    },
  }),
  fault('legacy-order-ref-cut', 'legacy.authorize.order-ref', {
    summary: 'The order_ref of an authorization is kept to 255 characters.',
    stored: {
      legacyPayments: (payment) => ({
        ...payment,
        order: { ...payment.order, orderRef: payment.order.orderRef?.slice(0, 255) },
      }),
    },
  }),
  fault('legacy-authorize-without-id', 'legacy.authorize.payment-id', {
    summary: 'A successful authorize gives no payment_id.',
    reply: { authorize: lacking('authorize_success', 'payment_id') },
  }),
  fault('legacy-payment-id-is-number', 'legacy.authorize.payment-id', {
    summary: 'The payment_id of a new payment is a number.',
    reply: { authorize: stating('authorize_success', 'payment_id', 1_000_001) },
  }),
  fault('legacy-declined-names-payment', 'legacy.authorize.fail-reply', {
    summary: 'A declined authorize names a payment.',
    reply: { authorize: stating('authorize_fail', 'payment_id', 'pay_none') },
  }),
  fault('legacy-authorize-fail-lacks-reason', 'legacy.authorize.fail-reply', {
    summary: 'A reply of authorize with the status authorize_fail has no reason.',
    reply: { authorize: lacking('authorize_fail', 'reason') },
  }),
  fault('legacy-authorize-fail-lacks-message', 'legacy.authorize.fail-reply', {
    summary: 'A reply of authorize with the status authorize_fail has no message.',
    reply: { authorize: lacking('authorize_fail', 'message') },
  }),
  fault('legacy-authorize-without-test', 'legacy.authorize.test', {
    summary: 'A successful authorize lacks the test flag.',
    reply: { authorize: lacking('authorize_success', 'test') },
  }),
  fault('legacy-authorized-is-closed', 'legacy.authorize.opens', {
    summary: 'A payment is closed as soon as it is authorized.',
    stored: {
      legacyPayments: (payment, before) => (before === undefined ? { ...payment, status: 'close' } : payment),
    },
  }),
  fault('legacy-declined-word', 'legacy.authorize.fail-status', {
    summary: 'A declined authorization has the status declined instead of authorize_fail.',
    reply: { authorize: stating('authorize_fail', 'status', 'declined') },
  }),
  fault('legacy-pin-unchecked', 'legacy.authorize.pin-checked', {
    summary: 'Any auth_code is accepted.',
    legacy: { acceptsPin: () => true },
  }),
  fault('legacy-pin-length-checked', 'legacy.authorize.pin-checked', {
    summary: 'Any auth_code with as many characters as the PIN is accepted.',
    legacy: { acceptsPin: (code, sent) => code.length === sent?.pin.length },
  }),
  fault('legacy-pin-of-another', 'legacy.authorize.pin-checked', {
    summary: 'A PIN is accepted from any consumer, not only from the one it was sent to.',
    legacy: {
      acceptsPin: (code, _sent, { pins }) => [...pins.values()].some(({ pin }) => pin === code),
    },
  }),
  fault('legacy-pin-as-number', 'legacy.authorize.pin-checked', {
    summary: 'A PIN is compared as a number, so leading zeros are ignored.',
    legacy: {
      acceptsPin: (code, sent) =>
        /^\d+$/.test(code) && sent !== undefined && Number(code) === Number(sent.pin),
    },
  }),
  fault('legacy-pin-not-asked', 'legacy.authorize.pin-asked', {
    summary: 'A consumer who must authenticate is authorized at once.',
    legacy: { needsPin: () => false },
  }),
  fault('legacy-declined-approved', 'legacy.authorize.declined', {
    summary: 'A consumer whom the checks decline is authorized.',
    legacy: { declines: () => false },
  }),
  fault('legacy-consumer-unknown', 'legacy.authorize.required-fields', {
    summary: 'An authorization without the e-mail address or the phone number of the consumer is accepted.',
    legacy: receiving('authorize', (body) => {
      const buyer = objectIn(body['buyer']);
      const email = { address: 'nobody@consumer.test', ...objectIn(buyer['email']) };
      const phone = { number: '08000000000', ...objectIn(buyer['phone']) };
      return { ...body, buyer: { ...buyer, email, phone } };
    }),
  }),
  fault('legacy-dob-required', 'legacy.authorize.optional-fields', {
    summary: 'An authorization without a birth date is refused as malformed.',
    legacy: receiving('authorize', (body) => (objectIn(body['buyer'])['dob'] === undefined ? {} : body)),
  }),
  fault('legacy-dob-refused', 'legacy.authorize.optional-accepted', {
    summary: 'An authorization with a birth date is refused as malformed.',
    legacy: receiving('authorize', (body) => (objectIn(body['buyer'])['dob'] === undefined ? body : {})),
  }),
  fault('legacy-first-address-line-refused', 'legacy.authorize.optional-accepted', {
    summary: 'An authorization with address1 is refused as malformed.',
    legacy: receiving('authorize', (body) =>
      objectIn(objectIn(body['buyer'])['address'])['address1'] === undefined ? body : {},
    ),
  }),
  fault('legacy-discount-malformed', 'legacy.authorize.discount', {
    summary: 'An authorization with a negative line is refused as malformed.',
    legacy: receiving('authorize', (body) =>
      linesOf(body).some(({ amount }) => Number(amount) < 0) ? {} : body,
    ),
  }),
  fault('legacy-auth-code-unknown', 'legacy.authorize.pin-accepted', {
    summary: 'A request with auth_code is refused as malformed.',
    legacy: receiving('authorize', (body) => ('auth_code' in body ? {} : body)),
  }),
  fault('legacy-authorize-word', 'legacy.authorize.succeeds', {
    summary: 'A successful authorize has the status authorized.',
    reply: { authorize: stating('authorize_success', 'status', 'authorized') },
  }),
  fault('legacy-order-ref-again-same-payment', 'legacy.authorize.unique-id', {
    summary: 'An authorization with the order_ref of another payment answers the id of that payment.',
    legacy: {
      paymentId: (fresh, { orderRef }) =>
        orderRef === undefined ? fresh : `pay_${hash('sha256', orderRef).slice(0, 20)}`,
    },
  }),
  fault('legacy-bad-checksum-without-reason', 'legacy.authorize.checksum-reply', {
    summary: 'An authorization that is refused for its checksum gives no reason.',
    reply: { authorize: mismatched(({ reason: _left, ...body }) => body) },
  }),
  fault('legacy-bad-checksum-without-message', 'legacy.authorize.checksum-reply', {
    summary: 'An authorization that is refused for its checksum has no message.',
    reply: { authorize: mismatched(({ message: _left, ...body }) => body) },
  }),
  fault('legacy-payment-id-of-order-ref', 'legacy.authorize.unique-id', {
    summary: 'The payment_id is the end of the order_ref, so orders with the same end share one.',
    legacy: {
      paymentId: (fresh, order) =>
        order.orderRef === undefined ? fresh : `pay_${order.orderRef.slice(-10)}`,
    },
  }),
];
