import { soundResourceRules as sound } from '../resource/rules.ts';
import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import type { Fault } from './fault.ts';
import { tokenShowing } from './token-fields.ts';

/** A list in which some tokens are shown otherwise. */
function listing(change: (token: ReplyBody) => ReplyBody): ReplyWrapper {
  return (reply) =>
    Array.isArray(reply.body) ? { ...reply, body: (reply.body as readonly ReplyBody[]).map(change) } : reply;
}

/** Answers a success with the id alone. */
const idAlone: ReplyWrapper = (reply) =>
  reply.http === 200 && 'id' in reply.body ? { ...reply, body: { id: reply.body.id } } : reply;

/** Faults in how tokens are answered with, read and listed. */
export const tokenAnswerFaults: readonly Fault[] = [
  ...(['suspend', 'resume', 'delete'] as const).map((action) => ({
    id: `token-${action}-answers-id`,
    requirement: `resource.${action}.returns-token`,
    summary: `A successful ${action} answers with the id of the token alone.`,
    reply: { [`tokens.${action}`]: idAlone },
  })),
  {
    id: 'token-suspend-fraud-refused',
    requirement: 'resource.suspend.reason-codes',
    summary: 'Suspend refuses the reason fraud.suspected.',
    resource: {
      reasonAllowed: (action, code) =>
        !(action === 'suspend' && code === 'fraud.suspected') && sound.reasonAllowed(action, code),
    },
  },
  {
    id: 'token-resume-consumer-refused',
    requirement: 'resource.resume.reason-codes',
    summary: 'Resume refuses the reason consumer.requested.',
    resource: {
      reasonAllowed: (action, code) =>
        !(action === 'resume' && code === 'consumer.requested') && sound.reasonAllowed(action, code),
    },
  },
  {
    id: 'token-suspended-once-only',
    requirement: 'resource.resume.usable-again',
    summary: 'A token that was resumed cannot be suspended again.',
    resource: {
      reachable: (token, use) =>
        sound.reachable(token, use) &&
        !(use === 'suspend' && token.status === 'ACTIVE' && token.versionNr > 2),
    },
  },
  {
    id: 'token-get-answered-with-302',
    requirement: 'resource.http.success-is-2xx',
    summary: 'The read of a token is answered with 302.',
    reply: { 'tokens.get': (reply) => (reply.http === 200 ? { ...reply, http: 302 } : reply) },
  },
  {
    id: 'token-get-suspended-not-found',
    requirement: 'resource.token-get.returns-token',
    summary: 'A suspended token is not found by a read.',
    resource: {
      reachable: (token, use) =>
        sound.reachable(token, use) && !(use === 'get' && token.status === 'SUSPENDED'),
    },
  },
  {
    id: 'token-read-moves-creation',
    requirement: 'resource.token-get.changes-nothing',
    summary: 'A read moves the creation of a token by a second.',
    resource: { tokenRead: (token) => ({ ...token, createdAt: token.createdAt + 1000 }) },
  },
  {
    id: 'token-list-in-object',
    requirement: 'resource.token-list.array',
    summary: 'The list of tokens stands in an object.',
    reply: {
      'tokens.list': (reply) => (reply.http === 200 ? { ...reply, body: { tokens: reply.body } } : reply),
    },
  },
  {
    id: 'token-list-shows-paused',
    requirement: 'resource.token-list.only-active-and-suspended',
    summary: 'The list shows suspended tokens as PAUSED.',
    reply: {
      'tokens.list': listing((token) =>
        token['status'] === 'ACTIVE' ? token : { ...token, status: 'PAUSED' },
      ),
    },
  },
  {
    id: 'token-list-holds-deleted',
    requirement: 'resource.token-list.leaves-out-deleted',
    summary: 'The list holds deleted tokens, as if they were ACTIVE.',
    resource: { listed: () => true },
    reply: {
      'tokens.list': listing((token) =>
        token['status'] === 'DELETED' ? { ...token, status: 'ACTIVE' } : token,
      ),
    },
  },
  {
    id: 'token-list-lacks-active',
    requirement: 'resource.token-list.holds-active',
    summary: 'The list lacks active tokens.',
    resource: { listed: (token) => token.status === 'SUSPENDED' },
  },
  {
    id: 'token-list-shows-all-active',
    requirement: 'resource.token-list.same-as-get',
    summary: 'The list shows every token as ACTIVE.',
    reply: { 'tokens.list': listing((token) => ({ ...token, status: 'ACTIVE' })) },
  },
  {
    id: 'token-origin-is-name',
    requirement: 'resource.token.origin',
    summary: 'The consumer of a token is shown by name alone.',
    resource: tokenShowing(({ origin }) => ({ origin: origin.name1 })),
  },
  {
    id: 'token-origin-empty',
    requirement: 'resource.token.origin',
    summary: 'The consumer of a token is shown as an empty object.',
    resource: tokenShowing(() => ({ origin: {} })),
  },
  {
    id: 'token-description-lost',
    requirement: 'resource.token.description',
    summary: 'Tokens show no description.',
    resource: tokenShowing(() => ({ description: null })),
  },
  {
    id: 'token-suspensions-hidden',
    requirement: 'resource.token.suspensions',
    summary: 'A suspended token shows no suspensions.',
    resource: tokenShowing(() => ({ suspensions: [] })),
  },
  {
    id: 'token-version-as-text',
    requirement: 'resource.token.version-nr',
    summary: 'Tokens show version_nr as text.',
    resource: tokenShowing(({ versionNr }) => ({ version_nr: String(versionNr) })),
  },
  {
    id: 'token-updated-at-form',
    requirement: 'resource.token.updated-at',
    summary: 'The update instant of a token shows the day alone.',
    resource: tokenShowing(({ updatedAt }) => ({
      updated_at: new Date(updatedAt).toISOString().slice(0, 10),
    })),
  },
];
