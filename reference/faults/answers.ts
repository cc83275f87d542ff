import { refusals } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { HandlerReply } from '../seams.ts';
import type { Fault } from './fault.ts';
import { answering, refusing, succeeding } from './replies.ts';

/** A success that answers with little more than that it was one. */
const hollow = (reply: HandlerReply): HandlerReply => ({ ...reply, body: { result: 'ok' } });

const withoutPayment = ['create', 'capture', 'refund', 'update', 'close', 'get'].map((verb): Fault => ({
  id: `resource-${verb}-answers-result`,
  requirement: `resource.${verb}.returns-payment`,
  summary: `A successful ${verb} answers with a result in place of the payment.`,
  reply: { [`payments.${verb}`]: succeeding(hollow) },
}));

/** Faults in the status and the form of whole answers of the resource interface. */
export const answerFaults: readonly Fault[] = [
  ...withoutPayment,
  {
    id: 'resource-close-redirects',
    requirement: 'resource.http.success-is-2xx',
    summary: 'A successful close answers with 303, as if the payment were elsewhere.',
    reply: { 'payments.close': succeeding((reply) => ({ ...reply, http: 303 })) },
  },
  {
    id: 'resource-create-not-modified',
    requirement: 'resource.http.success-is-2xx',
    summary: 'The second creation in a row and every further one answers with 302.',
    reply: {
      'payments.create': succeeding((reply, { nth }) => (nth === 0 ? reply : { ...reply, http: 302 })),
    },
  },
  {
    id: 'resource-refund-error-is-200',
    requirement: 'resource.http.failure-is-4xx-or-5xx',
    summary: 'A refund that is refused answers with 200 and the error object.',
    reply: { 'payments.refund': (reply) => ({ ...reply, http: 200 }) },
  },
  {
    id: 'resource-conflict-is-202',
    requirement: 'resource.http.failure-is-4xx-or-5xx',
    summary: 'The conflict of closing twice answers with 202 and the error object.',
    reply: { 'payments.close': answering(refusals.closeConflict.description, 202, 'service.conflict') },
  },
  {
    id: 'resource-close-without-content',
    requirement: 'resource.http.bodies-are-json',
    summary: 'A successful close answers without any body.',
    reply: { 'payments.close': succeeding((reply) => ({ ...reply, text: '' })) },
  },
  {
    id: 'resource-unknown-payment-as-page',
    requirement: 'resource.http.bodies-are-json',
    summary: 'The capture of an unknown payment is answered with a page of HTML.',
    reply: {
      'payments.capture': (reply) =>
        reply.http === 404 ? { ...reply, text: '<html><body>Not found</body></html>' } : reply,
    },
  },
  {
    id: 'resource-token-error-as-text',
    requirement: 'resource.error.is-object',
    summary: 'The errors of a token in the wrong state are plain text.',
    reply: {
      'tokens.resume': (reply) => (reply.http === 404 ? { ...reply, text: 'token.not_found' } : reply),
    },
  },
  {
    id: 'resource-patch-updates',
    requirement: 'resource.http.method-refused',
    summary: 'PATCH is served as PUT.',
    resource: { methodTaken: (method) => (method === 'PATCH' ? 'PUT' : method) },
  },
  {
    id: 'resource-any-method-posts',
    requirement: 'resource.http.method-refused',
    summary: 'A method that a path does not have is served as POST.',
    resource: { methodTaken: (method) => (['GET', 'POST', 'PUT'].includes(method) ? method : 'POST') },
  },
  {
    id: 'resource-capture-knows-no-version',
    requirement: 'resource.version.current-accepted',
    summary: 'A capture that is made answers that the current version is unknown.',
    reply: { 'payments.capture': refusing(refusals.version, () => true) },
  },
  {
    id: 'resource-version-prefix-enough',
    requirement: 'resource.version.wrong-refused',
    summary: 'Any version of the form of a date is accepted.',
    resource: {
      versionKnown: (version) => sound.versionKnown(version) || /^\d{4}-\d{2}-\d{2}$/.test(version ?? ''),
    },
  },
  {
    id: 'resource-key-prefix-enough',
    requirement: 'resource.auth.wrong-key',
    summary: 'Any key that starts with sk_test_ is accepted.',
    resource: {
      access: (header, keys) =>
        header?.startsWith('Bearer sk_test_') === true ? 'test' : sound.access(header, keys),
    },
  },
];
