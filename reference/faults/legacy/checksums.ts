import { hash } from 'node:crypto';
import { type LegacyOperationName, type LegacyRules, soundLegacyRules as sound } from '../../legacy/rules.ts';
import { type JsonObject, isObject, objectIn } from '../../json.ts';
import { type Fault, fault } from '../fault.ts';
import { isBase64, signing } from './patches.ts';

/** The checksum of an operation is not checked, or not in requests of one form. */
function unchecked(
  operation: LegacyOperationName,
  isForm: (request: JsonObject) => boolean = () => true,
): Partial<LegacyRules> {
  return {
    acceptsChecksum: (of, given, hashed, request) =>
      (of === operation && isForm(objectIn(request))) || sound.acceptsChecksum(of, given, hashed, request),
  };
}

/** Accepts wrong checksums too, if they are similar to the right ones: hex and base64. */
function takingAlso(
  alike: (given: string, right: readonly string[], hashed: string) => boolean,
): Partial<LegacyRules> {
  return {
    acceptsChecksum: (of, given, hashed) =>
      sound.acceptsChecksum(of, given, hashed) ||
      alike(given, [hash('sha256', hashed, 'hex'), hash('sha256', hashed, 'base64')], hashed),
  };
}

/** Accepts only some of the right checksums. */
function takingOnly(some: (given: string) => boolean): Partial<LegacyRules> {
  return { acceptsChecksum: (of, given, hashed) => some(given) && sound.acceptsChecksum(of, given, hashed) };
}

/** How many characters of a checksum a server compares that compares a part of it. */
const compared = 16;

/** Faults in which checksums are accepted. */
export const legacyChecksumsFaults: readonly Fault[] = [
  fault('legacy-authorize-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of authorize is not checked.',
    legacy: unchecked('authorize'),
  }),
  fault('legacy-update-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of update is not checked.',
    legacy: unchecked('update'),
  }),
  fault('legacy-close-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of close is not checked.',
    legacy: unchecked('close'),
  }),
  fault('legacy-capture-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of capture is not checked.',
    legacy: unchecked('capture'),
  }),
  fault('legacy-status-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of status is not checked.',
    legacy: unchecked('status'),
  }),
  fault('legacy-refund-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of refund is not checked.',
    legacy: unchecked('refund'),
  }),
  fault('legacy-checksum-prefix-enough', 'legacy.checksum.verified', {
    summary: 'A part of the right checksum, from its beginning, is accepted.',
    legacy: takingAlso((given, right) => right.some((digest) => digest.startsWith(given))),
  }),
  fault('legacy-checksum-base64-unchecked', 'legacy.checksum.verified', {
    summary: 'Any checksum that looks like base64 is accepted.',
    legacy: takingAlso((given) => given.endsWith('=')),
  }),
  fault('legacy-checksum-start-compared', 'legacy.checksum.verified', {
    summary: 'Only the first characters of a checksum are compared.',
    legacy: takingAlso(
      (given, right) =>
        given.length > compared &&
        right.some((digest) => digest.slice(0, compared) === given.slice(0, compared)),
    ),
  }),
  fault('legacy-checksum-end-compared', 'legacy.checksum.verified', {
    summary: 'Only the last characters of a checksum are compared.',
    legacy: takingAlso(
      (given, right) =>
        given.length > compared && right.some((digest) => digest.slice(-compared) === given.slice(-compared)),
    ),
  }),
  fault('legacy-checksum-base64-caseless', 'legacy.checksum.verified', {
    summary: 'The case of a base64 checksum is ignored.',
    legacy: takingAlso(
      (given, right) =>
        isBase64(given) && right.some((digest) => digest.toLowerCase() === given.toLowerCase()),
    ),
  }),
  fault('legacy-checksum-with-more-behind', 'legacy.checksum.verified', {
    summary: 'What stands behind the padding of a base64 checksum is skipped.',
    legacy: takingAlso((given, right) =>
      right.some((digest) => digest.endsWith('=') && given.startsWith(digest)),
    ),
  }),
  fault('legacy-checksum-blanks-skipped', 'legacy.checksum.verified', {
    summary: 'Blanks within a checksum are skipped.',
    legacy: takingAlso((given, right) => right.includes(given.replaceAll(/\s/g, ''))),
  }),
  fault('legacy-checksum-anywhere', 'legacy.checksum.verified', {
    summary: 'A text in which the right checksum stands anywhere is accepted.',
    legacy: takingAlso((given, right) => right.some((digest) => given.endsWith(digest))),
  }),
  fault('legacy-checksum-of-any-beginning', 'legacy.checksum.verified', {
    summary: 'A checksum of any beginning of the hashed text is accepted.',
    legacy: takingAlso((given, _right, hashed) =>
      Array.from(hashed, (_, length) =>
        hash('sha256', hashed.slice(0, length), isBase64(given) ? 'base64' : 'hex'),
      ).includes(given),
    ),
  }),
  fault('legacy-capture-partial-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of a partial capture is not checked.',
    legacy: unchecked('capture', (request) => request['items'] !== undefined),
  }),
  fault('legacy-update-order-ref-only-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of an update of the order_ref alone is not checked.',
    legacy: unchecked('update', ({ order }) => isObject(order) && order['items'] === undefined),
  }),
  fault('legacy-refund-partial-checksum-unchecked', 'legacy.checksum.verified', {
    summary: 'The checksum of a partial refund is not checked.',
    legacy: unchecked('refund', (request) => request['amount'] !== undefined),
  }),
  fault('legacy-checksum-hex-only', 'legacy.checksum.base64', {
    summary: 'A checksum in base64 is refused.',
    legacy: takingOnly((given) => given.length === 64),
  }),
  fault('legacy-checksum-base64-of-urls', 'legacy.checksum.base64', {
    summary: 'A checksum in base64 with a plus or a slash is refused.',
    legacy: takingOnly((given) => !/[+/]/.test(given)),
  }),
  fault('legacy-checksum-base64-only', 'legacy.checksum.hex', {
    summary: 'A checksum in hex is refused.',
    legacy: takingOnly((given) => given.length !== 64),
  }),
  fault('legacy-refund-signed-by-payment', 'legacy.checksum.capture-id', {
    summary: 'Refund hashes the payment id instead of the capture id.',
    legacy: signing(
      'refund',
      (material, _request, store) => store.legacyCaptures.get(material)?.paymentId ?? material,
    ),
  }),
  fault('legacy-capture-signed-by-name', 'legacy.checksum.payment-id', {
    summary: 'Capture hashes the payment id followed by its own name.',
    legacy: signing('capture', (material) => `${material}capture`),
  }),
  fault('legacy-checksum-optional', 'legacy.checksum.required', {
    summary: 'A request without a checksum is executed.',
    legacy: takingAlso((given) => given === ''),
  }),
];
