import { type LegacyOperationName, soundLegacyRules as soundLegacy } from '../legacy/rules.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';

type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

/** The checksum of one form of an operation's requests is not checked. */
function unchecked(operation: LegacyOperationName, form: string, isForm: (request: Body) => boolean): Fault {
  return {
    id: `legacy-${operation}-${form}-checksum-unchecked`,
    requirement: 'legacy.checksum.verified',
    summary: `The checksum of an ${operation} is not checked in one form: ${form}.`,
    legacy: {
      acceptsChecksum: (of, given, hashed, request) =>
        (of === operation && isForm(request as Body)) ||
        soundLegacy.acceptsChecksum(of, given, hashed, request),
    },
  };
}

/** An order of which only the first item is as it was sent; what another lacks is made up. */
function withLaterItemsMended(content: unknown): unknown {
  if (!isBody(content) || !isBody(content['order'])) return content;
  const { items } = content['order'];
  if (!Array.isArray(items)) return content;
  const mended = (items as readonly unknown[]).map((item, index) =>
    index > 0 && isBody(item) ? { unit_price: 0, quantity: 1, ...item } : item,
  );
  return { ...content, order: { ...content['order'], items: mended } };
}

/** An address whose second line is left out where it is no text. */
function withoutOddLine2(content: unknown): unknown {
  if (!isBody(content) || !isBody(content['shipping_address'])) return content;
  const { line2, ...address } = content['shipping_address'];
  return line2 === null || typeof line2 === 'string' ? content : { ...content, shipping_address: address };
}

const lower = (text: string | undefined): string | undefined => text?.toLowerCase();

/** Faults that take what is nearly right: servers of other hands had them, and they went unseen. */
export const nearValueFaults: readonly Fault[] = [
  unchecked('capture', 'partial', (request) => request['items'] !== undefined),
  unchecked('update', 'order-ref-only', ({ order }) => isBody(order) && order['items'] === undefined),
  unchecked('refund', 'partial', (request) => request['amount'] !== undefined),
  {
    id: 'legacy-key-case-ignored',
    requirement: 'legacy.auth.key-checked',
    summary: 'The case of the letters of a key is ignored.',
    legacy: {
      acceptsKey: (header, keys) => lower(header?.slice(7)) === lower(keys.apiKey) && header?.[0] === 'B',
    },
  },
  {
    id: 'legacy-key-with-more',
    requirement: 'legacy.auth.key-checked',
    summary: 'A key may go on after its end.',
    legacy: { acceptsKey: (header, keys) => header?.startsWith(`Bearer ${keys.apiKey}`) === true },
  },
  {
    id: 'legacy-pin-as-number',
    requirement: 'legacy.authorize.pin-checked',
    summary: 'A PIN is compared as a number, so that zeros may stand before it.',
    legacy: {
      acceptsPin: (code, sent) =>
        /^\d+$/.test(code) && sent !== undefined && Number(code) === Number(sent.pin),
    },
  },
  {
    id: 'resource-key-case-ignored',
    requirement: 'resource.auth.wrong-key',
    summary: 'The case of the letters of a key is ignored.',
    resource: {
      access: (header, keys) =>
        lower(header) === lower(`Bearer ${keys.secretKey}`) ? 'test' : sound.access(header, keys),
    },
  },
  {
    id: 'resource-key-with-more',
    requirement: 'resource.auth.wrong-key',
    summary: 'A key may go on after its end.',
    resource: {
      access: (header, keys) =>
        header?.startsWith(`Bearer ${keys.secretKey}`) === true ? 'test' : sound.access(header, keys),
    },
  },
  {
    id: 'resource-version-to-come',
    requirement: 'resource.version.wrong-refused',
    summary: 'A version later than the current one is taken for it.',
    resource: { versionKnown: (version) => version === undefined || version.slice(0, 10) > '2018-04-09' },
  },
  {
    id: 'resource-reason-code-case-ignored',
    requirement: 'resource.suspend.other-reason-code-refused',
    summary: 'The case of the letters of a reason code is ignored.',
    resource: { reasonAllowed: (action, code) => sound.reasonAllowed(action, code.toLowerCase()) },
  },
  {
    id: 'resource-resume-for-consumer',
    requirement: 'resource.resume.consumer-suspension-refused',
    summary: "The merchant resumes a consumer's suspension where it says that the consumer asked for it.",
    resource: {
      resumableByMerchant: (token, code) =>
        code === 'consumer.requested' || sound.resumableByMerchant(token, code),
    },
  },
  {
    id: 'resource-later-items-unchecked',
    requirement: 'resource.create.required-fields',
    summary: 'Only the first item of an order is looked at for its required fields.',
    resource: { contentRead: withLaterItemsMended },
  },
  {
    id: 'resource-line2-of-any-type',
    requirement: 'resource.create.field-types',
    summary: 'The second line of an address may be of any type.',
    resource: { contentRead: withoutOddLine2 },
  },
  {
    id: 'resource-update-moves-address',
    requirement: 'resource.update.other-fields-ignored',
    summary: 'An address in the body of an update becomes that of the payment.',
    resource: {
      updated(payment, changes) {
        const updated = sound.updated(payment, changes);
        const address = 'shipping_address' in changes ? changes.shipping_address : undefined;
        return isBody(address)
          ? { ...updated, shippingAddress: { ...updated.shippingAddress, ...address } }
          : updated;
      },
    },
  },
];
