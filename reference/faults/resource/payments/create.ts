import { refusals } from '../../../resource/errors.ts';
import { paymentView } from '../../../resource/payments/view.ts';
import { type Fault, fault } from '../../fault.ts';
import { withNote, noteOn } from '../../notes.ts';
import { answering, succeeding, refusing, showing } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import { hollow, firstPairs } from '../patches.ts';
import { created, wholeCapture } from './patches.ts';
import { reachableFor } from '../tokens/patches.ts';

const fromToken = Symbol('created from a token, and not issued by the control interface');
const onceSuspended = Symbol('is suspended, or was');
const onceResumed = Symbol('was resumed');

/** Faults in which tokens a creation accepts, and in what it creates. */
export const paymentCreateFaults: readonly Fault[] = [
  fault('resource-broken-json-is-415', 'resource.create.malformed-content', {
    summary: 'A creation whose body is not JSON is answered with 415.',
    reply: {
      'payments.create': answering({ description: 'The body is not JSON.' }, 415, 'media_type.unsupported'),
    },
  }),
  fault('resource-create-suspended-token', 'resource.create.suspended-token', {
    summary: 'Payments can be created with a suspended token.',
    resource: { tokenUsable: (token) => token.status !== 'DELETED' },
  }),
  fault('resource-create-by-consumer-suspended', 'resource.create.suspended-token', {
    summary: 'Payments can be created with a token that its consumer suspended.',
    resource: {
      tokenUsable: (token) =>
        sound.tokenUsable(token) || token.suspensions.some(({ authority }) => authority === 'consumer'),
    },
  }),
  fault('resource-create-suspended-again', 'resource.create.suspended-token', {
    summary: 'Payments can be created with a token that is suspended for the second time.',
    stored: {
      tokens: (token, previous) =>
        previous?.status === 'SUSPENDED' && token.status === 'ACTIVE'
          ? withNote(token, onceResumed, true)
          : token,
    },
    resource: { tokenUsable: (token) => sound.tokenUsable(token) || noteOn(token, onceResumed) === true },
  }),
  fault('resource-create-deleted-token', 'resource.create.deleted-token', {
    summary: 'Payments can be created with a deleted token.',
    resource: { ...reachableFor('create', () => true), tokenUsable: (token) => token.status !== 'SUSPENDED' },
  }),
  fault('resource-create-deleted-while-suspended', 'resource.create.deleted-token', {
    summary: 'A token that was deleted while it was suspended can still be charged.',
    resource: {
      ...reachableFor('create', (token) => sound.reachable(token, 'create') || token.suspensions.length > 0),
      tokenUsable: (token) => token.status !== 'SUSPENDED',
    },
  }),
  fault('resource-create-suspended-consumer', 'resource.create.suspended-consumer', {
    summary: 'Payments can be created while the consumer is suspended.',
    resource: { consumerUsable: () => true },
  }),
  fault('resource-create-closed', 'resource.create.authorizes', {
    summary: 'A new payment is CLOSED.',
    resource: created(() => ({ status: 'CLOSED' })),
  }),
  fault('resource-create-not-found', 'resource.create.authorizes', {
    summary: 'Every creation is refused with 404, as if there were no such resource.',
    reply: { 'payments.create': refusing(refusals.notFound, () => true) },
  }),
  fault('resource-create-metadata-last-pair-lost', 'resource.create.metadata-twenty', {
    summary: 'Of twenty metadata pairs of a new payment the last is not kept.',
    resource: created(({ metadata }) => ({ metadata: firstPairs(metadata, 19) })),
  }),
  fault('resource-create-captures-at-once', 'resource.create.starts-empty', {
    summary: 'A new payment is AUTHORIZED but has a capture already.',
    resource: created((payment) => ({ captures: [wholeCapture(payment)] })),
  }),
  fault('resource-create-without-expiry', 'resource.create.sets-expiry', {
    summary: 'The answer to a creation has no expiry.',
    reply: { 'payments.create': showing({ expires_at: null }) },
  }),
  fault('resource-create-read-after-capture-only', 'resource.create.retrievable', {
    summary: 'A payment that was created from a token can not be read before it is captured or closed.',
    resource: {
      created: (payment) => withNote(payment, fromToken, true),
      paymentView: (payment, forms) =>
        withNote(paymentView(payment, forms), fromToken, noteOn(payment, fromToken)),
    },
    reply: {
      'payments.get': refusing(
        refusals.notFound,
        (_asked, body) => body['status'] === 'AUTHORIZED' && noteOn(body, fromToken) === true,
      ),
    },
  }),
  fault('resource-create-any-token', 'resource.create.unknown-token', {
    summary: 'A creation with an unknown token id uses any token of the merchant.',
    resource: {
      tokenToCharge(named, all) {
        for (const token of all) if (named === undefined && token.status === 'ACTIVE') return token;
        return named;
      },
    },
  }),
  fault('resource-create-once-suspended', 'resource.create.resumed-token', {
    summary: 'A token that was suspended once is always refused as suspended.',
    stored: {
      tokens: (token) => (token.status === 'SUSPENDED' ? withNote(token, onceSuspended, true) : token),
    },
    resource: { tokenUsable: (token) => sound.tokenUsable(token) && noteOn(token, onceSuspended) !== true },
  }),
  fault('resource-create-answers-result', 'resource.create.returns-payment', {
    summary: 'A successful create answers with a result instead of the payment.',
    reply: { 'payments.create': succeeding(hollow) },
  }),
  fault('resource-create-not-modified', 'resource.http.success-is-2xx', {
    summary: 'Every creation but the first answers with 302.',
    reply: {
      'payments.create': succeeding((reply, { nth }) => (nth === 0 ? reply : { ...reply, http: 302 })),
    },
  }),
];
