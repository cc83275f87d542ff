import { answering } from '../faults/replies.ts';
import { refusals } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, choice } from './choice.ts';
import { resourceBodyChoices } from './resource-bodies.ts';
import { resourcePaymentChoices } from './resource-payments.ts';
import { on, resourceOperations, resourceStatusChoices } from './resource-statuses.ts';
import { resourceTokenChoices } from './resource-tokens.ts';

const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};

function errorStatus(answer: string, write: (http: number, phrase: string) => string): Choice {
  return choice('resource.error.status-text', answer, {
    resource: {
      errorObject: (refusal, reference) => ({
        ...sound.errorObject(refusal, reference),
        status: write(refusal.http, phrases[refusal.http] ?? 'Error'),
      }),
    },
  });
}

/** How values are written. */
const forms: readonly Choice[] = [
  choice('resource.states.letter-case', 'upper'),
  choice('resource.states.letter-case', 'lower', {
    resource: { statusText: (status) => status.toLowerCase() },
  }),
  choice('resource.states.letter-case', 'mixed', {
    resource: { statusText: (status) => `${status.slice(0, 1)}${status.slice(1).toLowerCase()}` },
  }),
  {
    ...choice('resource.states.letter-case', 'upper', {
      resource: { statusText: (status, of) => (of === 'token' ? status.toLowerCase() : status) },
    }),
    variant: 'tokens in lower case',
  },
  choice('resource.fields.unset', 'filled'),
  choice('resource.fields.unset', 'null', {
    resource: { optionalText: (text) => (text === '' ? null : text) },
  }),
  choice('resource.fields.unset', 'absent', {
    resource: { optionalText: (text) => (text === '' ? undefined : text) },
  }),
  choice('resource.fields.timestamp-fraction', 'milliseconds'),
  choice('resource.fields.timestamp-fraction', 'none', {
    resource: { instant: (at) => sound.instant(at).replace(/\.\d+/, '') },
  }),
  choice('resource.fields.timestamp-fraction', 'other', {
    resource: { instant: (at) => sound.instant(at).replace('Z', '000Z') },
  }),
  choice('resource.error.status-text', 'digits'),
  errorStatus('digits-and-phrase', (http, phrase) => `${http} ${phrase}`),
];

/** What is asked of requests. */
const requests: readonly Choice[] = [
  choice('resource.version.missing-header', 'served'),
  choice('resource.version.missing-header', 'refused', {
    resource: { versionKnown: (version) => version !== undefined && sound.versionKnown(version) },
  }),
  choice('resource.auth.other-scheme', 'missing'),
  choice('resource.auth.other-scheme', 'wrong', {
    reply: on(resourceOperations, answering(refusals.keyOtherScheme, 403, refusals.keyWrong.code)),
  }),
  choice('resource.auth.other-scheme', 'other-4xx', {
    reply: on(resourceOperations, answering(refusals.keyOtherScheme, 400, refusals.keyMissing.code)),
  }),
  choice('resource.auth.other-scheme', '5xx', {
    reply: on(resourceOperations, answering(refusals.keyOtherScheme, 500, refusals.keyMissing.code)),
  }),
  choice('resource.http.method-status', '405'),
  choice('resource.http.method-status', '404', { resource: { methodHttp: () => 404 } }),
  choice('resource.http.method-code', 'of-method'),
  choice('resource.http.method-code', 'other', {
    resource: { methodCode: () => 'method.not_allowed' },
  }),
  choice('resource.update.patch', 'refused'),
  choice('resource.update.patch', 'as-put', {
    resource: {
      methodTaken: (method, path) => (method === 'PATCH' && path === '/payments/:id' ? 'PUT' : method),
    },
  }),
  choice('resource.http.media-type-code', 'of-media-type'),
  choice('resource.http.media-type-code', 'other', {
    resource: { mediaTypeCode: () => 'request_content.malformed' },
  }),
  ...[400, 501].map((http) => ({
    latitude: 'resource.http.method-status',
    choice: http === 501 ? '5xx' : 'other-4xx',
    resource: { methodHttp: () => http },
  })),
  choice('resource.http.other-media-type', 'served', { resource: { mediaTypeSupported: () => true } }),
];

/** Answers to what the document leaves open about payments and tokens. */
export const resourceChoices: readonly Choice[] = [
  ...forms,
  ...requests,
  ...resourceBodyChoices,
  ...resourcePaymentChoices,
  ...resourceTokenChoices,
  ...resourceStatusChoices,
];
