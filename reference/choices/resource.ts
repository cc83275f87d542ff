import { Big } from 'big.js';
import { answering } from '../faults/replies.ts';
import { refusals } from '../resource/errors.ts';
import type { Token } from '../resource/records.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import { type Choice, own } from './choice.ts';
import { on, resourceOperations, resourceStatusChoices } from './resource-statuses.ts';

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
};

function errorStatus(choice: string, write: (http: number, phrase: string) => string): Choice {
  return {
    latitude: 'resource.error.status-text',
    choice,
    resource: {
      errorObject: (refusal, reference) => ({
        ...sound.errorObject(refusal, reference),
        status: write(refusal.http, phrases[refusal.http] ?? 'Error'),
      }),
    },
  };
}

const counted = (token: Token, now: number): Token => ({
  ...token,
  versionNr: token.versionNr + 1,
  updatedAt: now,
});

const whole = (amount: Big): boolean => amount.eq(amount.round(0));

/** How values are written. */
const forms: readonly Choice[] = [
  own('resource.states.letter-case', 'upper'),
  {
    latitude: 'resource.states.letter-case',
    choice: 'lower',
    resource: { statusText: (status) => status.toLowerCase() },
  },
  {
    latitude: 'resource.states.letter-case',
    choice: 'mixed',
    resource: { statusText: (status, of) => (of === 'token' ? status.toLowerCase() : status) },
  },
  own('resource.fields.unset', 'filled'),
  {
    latitude: 'resource.fields.unset',
    choice: 'null',
    resource: { optionalText: (text) => (text === '' ? null : text) },
  },
  {
    latitude: 'resource.fields.unset',
    choice: 'absent',
    resource: { optionalText: (text) => (text === '' ? undefined : text) },
  },
  own('resource.fields.timestamp-fraction', 'milliseconds'),
  {
    latitude: 'resource.fields.timestamp-fraction',
    choice: 'none',
    resource: { instant: (at) => sound.instant(at).replace(/\.\d+/, '') },
  },
  {
    latitude: 'resource.fields.timestamp-fraction',
    choice: 'other',
    resource: { instant: (at) => sound.instant(at).replace('Z', '000Z') },
  },
  own('resource.error.status-text', 'digits'),
  errorStatus('digits-and-phrase', (http, phrase) => `${http} ${phrase}`),
  errorStatus('phrase', (_http, phrase) => phrase),
];

/** What is asked of requests. */
const requests: readonly Choice[] = [
  own('resource.version.missing-header', 'served'),
  {
    latitude: 'resource.version.missing-header',
    choice: 'refused',
    resource: { versionKnown: (version) => version !== undefined && sound.versionKnown(version) },
  },
  own('resource.auth.other-scheme', 'missing'),
  {
    latitude: 'resource.auth.other-scheme',
    choice: 'wrong',
    reply: on(
      resourceOperations,
      answering(refusals.keyOtherScheme.description, 403, refusals.keyWrong.code),
    ),
  },
  own('resource.http.method-status', '405'),
  {
    latitude: 'resource.http.method-status',
    choice: '404',
    resource: { methodRefusal: () => refusals.notFound },
  },
  {
    latitude: 'resource.http.other-media-type',
    choice: 'served',
    resource: { mediaTypeSupported: () => true },
  },
  own('resource.token.empty-wallet', 'refused'),
  { latitude: 'resource.token.empty-wallet', choice: 'served', resource: { walletIdFits: () => true } },
  own('resource.create.amount-not-positive', 'refused'),
  {
    latitude: 'resource.create.amount-not-positive',
    choice: 'accepted',
    resource: { amountFits: () => true },
  },
  own('resource.create.fractions', 'accepted'),
  {
    latitude: 'resource.create.fractions',
    choice: 'refused',
    resource: { fractionFits: (amount) => whole(new Big(amount)) },
  },
  own('resource.refund.fractions', 'accepted'),
  { latitude: 'resource.refund.fractions', choice: 'refused', resource: { refundFractionFits: whole } },
];

/** What becomes of payments and tokens. */
const states: readonly Choice[] = [
  own('resource.capture.amount', 'full'),
  own('resource.create.declined', 'error'),
  own('resource.update.rejected', 'refused'),
  { latitude: 'resource.update.rejected', choice: 'updated', resource: { updateAllowed: () => true } },
  own('resource.close.after-expiry', 'closed'),
  {
    latitude: 'resource.close.after-expiry',
    choice: 'refused',
    resource: {
      closeAllowed: (payment, now) => sound.closeAllowed(payment, now) && now < payment.expiresAt,
    },
  },
  own('resource.refund.full-after-part', 'remaining'),
  {
    latitude: 'resource.refund.full-after-part',
    choice: 'refused',
    resource: {
      refundAmount(asked, remaining, capture) {
        const partly = asked === undefined && remaining.lt(capture.amount);
        return partly ? undefined : sound.refundAmount(asked, remaining, capture);
      },
    },
  },
  own('resource.refund.amount-not-positive', 'payment.refund.amount'),
  {
    latitude: 'resource.refund.amount-not-positive',
    choice: 'other-4xx',
    reply: {
      'payments.refund': answering(refusals.refundNotPositive.description, 400, 'request_content.malformed'),
    },
  },
  own('resource.refund.exhausted-code', 'service.forbidden'),
  {
    latitude: 'resource.refund.exhausted-code',
    choice: 'payment.refund.amount',
    reply: {
      'payments.refund': (reply, context) =>
        'amount' in context.request
          ? answering(refusals.fullyRefunded.description, 400, 'payment.refund.amount')(reply, context)
          : reply,
    },
  },
  own('resource.refund.uncaptured-code', 'state'),
  {
    latitude: 'resource.refund.uncaptured-code',
    choice: 'capture-id',
    reply: {
      'payments.refund': answering(refusals.notCaptured.description, 400, 'payment.refund.captureId'),
    },
  },
  own('resource.token.version-on-read', 'uncounted'),
  { latitude: 'resource.token.version-on-read', choice: 'counted', resource: { tokenRead: counted } },
  own('resource.token.version-on-payment', 'uncounted'),
  { latitude: 'resource.token.version-on-payment', choice: 'counted', resource: { tokenCharged: counted } },
  own('resource.token.version-on-refusal', 'uncounted'),
  own('resource.token-get.deleted', 'not-found'),
  {
    latitude: 'resource.token-get.deleted',
    choice: 'record',
    resource: { reachable: (token, use) => use === 'get' || sound.reachable(token, use) },
  },
  own('resource.token-list.paging', 'whole'),
  own('resource.payment.state-after-expiry', 'authorized'),
  own('resource.create.inconsistent-total', 'accepted'),
  own('resource.close.without-braces', 'accepted'),
  own('resource.update.empty', 'accepted'),
  own('resource.requests.extra-fields', 'accepted'),
  own('resource.requests.null-optional', 'refused'),
  own('resource.requests.empty-values', 'accepted'),
  own('resource.token.other-wallet', 'served'),
  own('resource.error.precedence', 'body'),
];

/** Answers to what the document leaves open about payments and tokens. */
export const resourceChoices: readonly Choice[] = [
  ...forms,
  ...requests,
  ...states,
  ...resourceStatusChoices,
];
