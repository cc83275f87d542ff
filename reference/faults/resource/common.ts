import { STATUS_CODES } from 'node:http';
import { type Refusal, refusals } from '../../resource/errors.ts';
import { type ResourceRules, soundResourceRules as sound } from '../../resource/rules.ts';
import type { Access } from '../../resource/request-rules.ts';
import type { ReferenceKeys } from '../../settings.ts';
import type { ReplyBody } from '../../seams.ts';
import { type Fault, fault } from '../fault.ts';
import { crashing, manyDigits, beyondThreeBytes, onMediaType } from './patches.ts';
import { created, keepingDescription, itemsKept, refundKept } from './payments/patches.ts';
import type { Metadata } from '../../resource/records.ts';

const inPairs = (change: (text: string) => string) => (pairs: Metadata) =>
  Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, change(text)]));

/** Faults in which a text does not come back as it was sent, one for each thing that careless code does to texts. */
export const textFaults: readonly Fault[] = [
  fault('resource-description-made-compatible', 'resource.payment.description', {
    summary: 'A description is kept in the normal form NFKC.',
    resource: keepingDescription((text) => text.normalize('NFKC')),
  }),
  fault('resource-description-trimmed', 'resource.payment.description', {
    summary: 'A description is kept without the blanks at its ends.',
    resource: keepingDescription((text) => text.trim()),
  }),
  fault('resource-metadata-composed', 'resource.payment.metadata', {
    summary: 'The metadata of a new payment are kept in the normal form NFC.',
    resource: created(({ metadata }) => ({ metadata: inPairs((text) => text.normalize('NFC'))(metadata) })),
  }),
  fault('resource-item-title-escaped', 'resource.item.title', {
    summary: 'The title of an item is kept as it is escaped for HTML.',
    resource: itemsKept((items) =>
      items.map((item) => ({ ...item, title: item.title?.replaceAll('&', '&amp;').replaceAll('<', '&lt;') })),
    ),
  }),
  fault('resource-item-description-in-lower-case', 'resource.item.description', {
    summary: 'The description of an item is kept in lower case.',
    resource: itemsKept((items) =>
      items.map((item) => ({ ...item, description: item.description?.toLowerCase() })),
    ),
  }),
  fault('resource-refund-reason-with-single-blanks', 'resource.refunds.reason', {
    summary: 'The reason of a refund is kept with one blank for several.',
    resource: refundKept(({ reason }) => ({ reason: reason.replaceAll(/ +/g, ' ') })),
  }),
  fault('resource-address-line-decomposed', 'resource.address.parts', {
    summary: 'The first line of an address is kept in the normal form NFD.',
    resource: created(({ shippingAddress }) => ({
      shippingAddress: { ...shippingAddress, line1: shippingAddress.line1?.normalize('NFD') },
    })),
  }),
];

/** Accepts other keys as the test key, besides the right one. */
function takingKey(
  taken: (header: string | undefined, keys: ReferenceKeys) => boolean,
): Partial<ResourceRules> {
  return { access: (header, keys) => (taken(header, keys) ? 'test' : sound.access(header, keys)) };
}

/** What should be answered as one kind of access is answered as another. */
function accessAs(right: Access, wrong: Access): Partial<ResourceRules> {
  return {
    access(header, keys) {
      const access = sound.access(header, keys);
      return access === right ? wrong : access;
    },
  };
}

/** Changes fields of error objects. A field that becomes undefined is left out. */
function errorShowing(change: (refusal: Refusal) => ReplyBody): Partial<ResourceRules> {
  return {
    errorObject: (refusal, reference) => ({ ...sound.errorObject(refusal, reference), ...change(refusal) }),
  };
}

/** Serves PUT as POST at one path. */
const puttingAt = (one: string): Partial<ResourceRules> => ({
  methodTaken: (method, path) => (method === 'PUT' && path === one ? 'POST' : method),
});

/** Faults in what all operations of the resource document share: keys, version, methods, error objects. */
export const resourceCommonFaults: readonly Fault[] = [
  fault('resource-key-not-needed', 'resource.auth.key-missing', {
    summary: 'A request without a key is served with test data.',
    resource: takingKey((header) => header === undefined),
  }),
  fault('resource-key-missing-is-403', 'resource.auth.key-missing', {
    summary: 'A missing key is answered with 403, like a wrong one.',
    resource: accessAs('missing', 'wrong'),
  }),
  fault('resource-any-key-accepted', 'resource.auth.wrong-key', {
    summary: 'Any key is accepted as the test key.',
    resource: accessAs('wrong', 'test'),
  }),
  fault('resource-wrong-key-is-401', 'resource.auth.wrong-key', {
    summary: 'A wrong key is answered with 401, like a missing one.',
    resource: accessAs('wrong', 'missing'),
  }),
  fault('resource-key-prefix-enough', 'resource.auth.wrong-key', {
    summary: 'Any key that starts with sk_test_ is accepted.',
    resource: takingKey((header) => header?.startsWith('Bearer sk_test_') === true),
  }),
  fault('resource-takes-key-of-legacy', 'resource.auth.wrong-key', {
    summary: 'The API key of the other interface is accepted too.',
    resource: takingKey((header, { apiKey }) => header === `Bearer ${apiKey}`),
  }),
  fault('resource-key-case-ignored', 'resource.auth.wrong-key', {
    summary: 'The case of a key is ignored.',
    resource: takingKey(
      (header, { secretKey }) => header?.toLowerCase() === `Bearer ${secretKey}`.toLowerCase(),
    ),
  }),
  fault('resource-key-alone', 'resource.auth.key-missing', {
    summary: 'A key is accepted without a scheme.',
    resource: takingKey((header, { secretKey }) => header === secretKey),
  }),
  fault('resource-key-with-more-before', 'resource.auth.wrong-key', {
    summary: 'The right key behind other characters is accepted.',
    resource: takingKey(
      (header, { secretKey }) => /^Bearer \S+$/.test(header ?? '') && header?.endsWith(secretKey) === true,
    ),
  }),
  fault('resource-charset-refused', 'resource.create.authorizes', {
    summary: 'A media type with a charset is refused.',
    resource: { mediaTypeSupported: (type) => type === 'application/json' },
  }),
  fault('resource-key-with-more', 'resource.auth.wrong-key', {
    summary: 'The right key followed by other characters is accepted.',
    resource: takingKey((header, { secretKey }) => header?.startsWith(`Bearer ${secretKey}`) === true),
  }),
  fault('resource-public-key-accepted', 'resource.auth.public-key-refused', {
    summary: 'The public key is accepted for API requests.',
    resource: takingKey((header, { publicKey }) => header === `Bearer ${publicKey}`),
  }),
  fault('resource-error-status-is-a-word', 'resource.error.status', {
    summary: 'The status of an error object is the word error.',
    resource: errorShowing(() => ({ status: 'error' })),
  }),
  fault('resource-error-status-is-phrase', 'resource.error.status-code', {
    summary: 'The status of an error object is the phrase of the HTTP status, without its code.',
    resource: errorShowing(({ http }) => ({ status: STATUS_CODES[http] ?? 'Error' })),
  }),
  fault('resource-error-status-is-phrase-of-403', 'resource.error.status-code', {
    summary: 'The status of an error object under 403 is the word Forbidden.',
    resource: errorShowing(({ http }) => (http === 403 ? { status: 'Forbidden' } : {})),
  }),
  fault('resource-error-empty-description', 'resource.error.not-empty', {
    summary: 'The description of an error object is empty.',
    resource: errorShowing(() => ({ description: '' })),
  }),
  fault('resource-error-empty-reference', 'resource.error.not-empty', {
    summary: 'The reference of an error object is empty.',
    resource: errorShowing(() => ({ reference: '' })),
  }),
  fault('resource-method-refused-as-malformed', 'resource.error.method-invalid', {
    summary: 'A method that a path does not have is refused as malformed content.',
    resource: { methodRefusal: () => ({ ...refusals.method, http: 400, code: 'request_content.malformed' }) },
  }),
  fault('resource-method-crashes', 'resource.error.method-invalid', {
    summary: 'A method that a path does not have ends in an internal error.',
    resource: { methodRefusal: () => refusals.exception },
  }),
  fault('resource-media-type-crashes', 'resource.error.media-type-unsupported', {
    summary: 'A body under another media type ends in an internal error.',
    reply: onMediaType(500, 'service.exception'),
  }),
  fault('resource-media-type-refused-for-the-key', 'resource.error.media-type-unsupported', {
    summary: 'A body under another media type is refused as if the key were wrong.',
    reply: onMediaType(403, 'authorization.failed'),
  }),
  fault('resource-error-status-is-number', 'resource.error.status', {
    summary: 'The status of an error object is a number.',
    resource: errorShowing(({ http }) => ({ status: http })),
  }),
  fault('resource-error-status-always-400', 'resource.error.status', {
    summary: 'The status of an error object is "400" whatever the HTTP status.',
    resource: errorShowing(() => ({ status: '400' })),
  }),
  fault('resource-method-refused-for-the-key', 'resource.http.method-refused', {
    summary: 'A method that a path does not have is refused as if the key were wrong.',
    resource: { methodRefusal: () => refusals.keyWrong },
  }),
  fault('resource-put-creates', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by the creation of payments alone.',
    resource: puttingAt('/payments'),
  }),
  fault('resource-put-captures', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by captures alone.',
    resource: puttingAt('/payments/:id/captures'),
  }),
  fault('resource-put-refunds', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by refunds alone.',
    resource: puttingAt('/payments/:id/refunds'),
  }),
  fault('resource-put-closes', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by close alone.',
    resource: puttingAt('/payments/:id/close'),
  }),
  fault('token-put-suspends', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by suspend alone.',
    resource: puttingAt('/tokens/:id/suspend'),
  }),
  fault('token-put-resumes', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by resume alone.',
    resource: puttingAt('/tokens/:id/resume'),
  }),
  fault('token-put-deletes', 'resource.http.method-refused', {
    summary: 'PUT is served as POST by delete alone.',
    resource: puttingAt('/tokens/:id/delete'),
  }),
  fault('resource-any-method-posts', 'resource.http.method-refused', {
    summary: 'A method that a path does not have is served as POST.',
    resource: { methodTaken: (method) => (['GET', 'POST', 'PUT'].includes(method) ? method : 'POST') },
  }),
  fault('resource-version-unchecked', 'resource.version.wrong-refused', {
    summary: 'Any value of the version header is accepted.',
    resource: { versionKnown: () => true },
  }),
  fault('resource-version-prefix-enough', 'resource.version.wrong-refused', {
    summary: 'Any version that looks like a date is accepted.',
    resource: {
      versionKnown: (version) => sound.versionKnown(version) || /^\d{4}-\d{2}-\d{2}$/.test(version ?? ''),
    },
  }),
  fault('resource-version-cut-short', 'resource.version.wrong-refused', {
    summary: 'The beginning of a version is accepted.',
    resource: {
      versionKnown: (version) => sound.versionKnown(version) || '2018-04-10'.startsWith(version ?? '?'),
    },
  }),
  fault('resource-version-blanks-skipped', 'resource.version.wrong-refused', {
    summary: 'Blanks within a version are skipped.',
    resource: { versionKnown: (version) => sound.versionKnown(version?.replaceAll(' ', '')) },
  }),
  fault('resource-version-to-come', 'resource.version.wrong-refused', {
    summary: 'A version later than the current one is accepted.',
    resource: { versionKnown: (version) => version === undefined || version.slice(0, 10) > '2018-04-09' },
  }),
  fault('resource-error-without-reference', 'resource.error.reference', {
    summary: 'Error objects have no reference.',
    resource: errorShowing(() => ({ reference: undefined })),
  }),
  fault('resource-error-without-title', 'resource.error.title', {
    summary: 'The title of an error object is null.',
    resource: errorShowing(() => ({ title: null })),
  }),
  fault('resource-missing-field-titled-format', 'resource.error.title-of-missing-field', {
    summary: 'A missing field has the title of a format error.',
    resource: errorShowing(({ description, title }) => ({
      title: description.endsWith('is missing.') ? 'Validation of the request content failed' : title,
    })),
  }),
  fault('resource-format-error-titled-missing', 'resource.error.title-of-format-error', {
    summary: 'A format error has the title of a missing field.',
    resource: errorShowing(({ title }) => ({
      title: title.startsWith('Validation') ? 'Malformed request content' : title,
    })),
  }),
  fault('resource-text-not-utf-8', 'resource.http.utf-8', {
    summary: 'Japanese text of a new payment comes back as question marks.',
    resource: created(({ description, storeName }) => ({
      description: description.replace(/[^ -~]/g, '?'),
      storeName: storeName.replace(/[^ -~]/g, '?'),
    })),
  }),
  fault('resource-description-of-three-bytes', 'resource.http.utf-8', {
    summary: 'Characters of four bytes in UTF-8 become question marks.',
    resource: keepingDescription((text) => text.replace(beyondThreeBytes, '?')),
  }),
  fault('resource-error-code-is-number', 'resource.error.code', {
    summary: 'The code of an error object is the HTTP status as a number.',
    resource: errorShowing(({ http }) => ({ code: http })),
  }),
  fault('resource-error-without-description', 'resource.error.description', {
    summary: 'Error objects have no description.',
    resource: errorShowing(() => ({ description: undefined })),
  }),
  fault('resource-many-digits-crash', 'resource.error.is-object', {
    summary: 'A creation or a refund with a number of many digits ends in an internal error in plain text.',
    reply: {
      'payments.create': crashing((request) => manyDigits.test(request), 'Internal Server Error'),
      'payments.refund': crashing((request) => manyDigits.test(request), 'Internal Server Error'),
    },
  }),
];
