import { refusals } from '../resource/errors.ts';
import { soundResourceRules as sound } from '../resource/rules.ts';
import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import type { Fault } from './fault.ts';
import { refusing } from './replies.ts';
import { tokenShowing } from './token-fields.ts';

/** The list of tokens otherwise; refusals pass. */
function list(change: (tokens: readonly ReplyBody[]) => readonly ReplyBody[]): ReplyWrapper {
  return (reply) =>
    Array.isArray(reply.body) ? { ...reply, body: change(reply.body as readonly ReplyBody[]) } : reply;
}

const entries = ({ suspensions }: ReplyBody): number => (Array.isArray(suspensions) ? suspensions.length : 0);

/** Faults in what token operations do and leave behind, and in what lists and reads show of it. */
export const tokenEffectFaults: readonly Fault[] = [
  {
    id: 'token-updated-at-frozen',
    requirement: 'resource.token.updated-at-moves',
    summary: 'The update instant of a token stays that of its issue.',
    resource: {
      executed: (token, action, now) => ({
        ...sound.executed(token, action, now),
        updatedAt: token.createdAt,
      }),
    },
  },
  {
    id: 'token-updated-at-moved-by-suspend-alone',
    requirement: 'resource.token.updated-at-moves',
    summary: 'A resume or a delete leaves the update instant of a token.',
    resource: {
      executed: (token, action, now) => ({
        ...sound.executed(token, action, now),
        updatedAt: action === 'suspend' ? now : token.updatedAt,
      }),
    },
  },
  {
    id: 'token-version-stops-at-four',
    requirement: 'resource.token.version-raised',
    summary: 'From its fourth request on version_nr of a token stays.',
    resource: {
      executed: (token, action, now) => ({
        ...sound.executed(token, action, now),
        versionNr: Math.min(4, token.versionNr + 1),
      }),
    },
  },
  {
    id: 'token-version-not-raised-by-delete',
    requirement: 'resource.token.version-raised',
    summary: 'A delete leaves version_nr.',
    resource: {
      executed: (token, action, now) => ({
        ...sound.executed(token, action, now),
        versionNr: action === 'delete' ? token.versionNr : token.versionNr + 1,
      }),
    },
  },
  {
    id: 'token-suspend-adds-two-entries',
    requirement: 'resource.suspend.adds-entry',
    summary: 'A suspend adds its entry twice.',
    resource: {
      suspended(token, entry) {
        const suspended = sound.suspended(token, entry);
        return { ...suspended, suspensions: [...suspended.suspensions, entry] };
      },
    },
  },
  {
    id: 'token-suspend-twice-adds-entry',
    requirement: 'resource.error.changes-nothing',
    summary: 'Suspending a suspended token is refused, and adds an entry all the same.',
    resource: { alreadySuspended: () => false },
    reply: { 'tokens.suspend': refusing(refusals.tokenSuspended, (_asked, body) => entries(body) > 1) },
  },
  {
    id: 'token-read-renews-suspension',
    requirement: 'resource.token.suspension-timestamp',
    summary: 'A read shows a suspension as a second younger than before.',
    resource: {
      tokenRead: (token) => ({
        ...token,
        suspensions: token.suspensions.map((one) => ({ ...one, timestamp: one.timestamp + 1000 })),
      }),
    },
  },
  {
    id: 'token-suspension-timestamp-of-creation',
    requirement: 'resource.token.suspension-timestamp',
    summary: 'A suspension shows the creation of its token for its timestamp.',
    resource: {
      suspended: (token, entry) => sound.suspended(token, { ...entry, timestamp: token.createdAt }),
    },
  },
  {
    id: 'token-deleted-at-of-creation',
    requirement: 'resource.delete.sets-deleted-at',
    summary: 'A delete sets deleted_at to the creation of the token.',
    resource: { deleted: (token) => sound.deleted(token, token.createdAt) },
  },
  {
    id: 'token-authority-in-capitals',
    requirement: 'resource.token.suspension-authority',
    summary: 'A suspension through the API shows the authority MERCHANT.',
    resource: tokenShowing(({ suspensions }) => ({
      suspensions: suspensions.map(({ timestamp, authority }) => ({
        timestamp: new Date(timestamp).toISOString(),
        authority: authority.toUpperCase(),
      })),
    })),
  },
  {
    id: 'token-resume-forgets-wallet',
    requirement: 'resource.token.wallet-id',
    summary: 'A resume sets the wallet of a token to default.',
    resource: { resumed: (token) => ({ ...sound.resumed(token), walletId: 'default' }) },
  },
  {
    id: 'token-resume-revives-deleted',
    requirement: 'resource.delete.irreversible',
    summary: 'A deleted token can be resumed, and is ACTIVE again.',
    resource: {
      reachable: (token, use) => use === 'resume' || sound.reachable(token, use),
      resumable: (token) => token.status !== 'ACTIVE',
      resumableByMerchant: (token) => token.status === 'DELETED' || sound.resumableByMerchant(token),
      resumed: (token) => ({ ...sound.resumed(token), deletedAt: null }),
    },
  },
  {
    id: 'token-suspend-revives-deleted',
    requirement: 'resource.delete.irreversible',
    summary: 'A deleted token can be suspended, and resumed then.',
    resource: {
      reachable: (token, use) => use === 'suspend' || sound.reachable(token, use),
      suspended: (token, entry) => ({ ...sound.suspended(token, entry), deletedAt: null }),
    },
  },
  {
    id: 'token-delete-suspended-without-instant',
    requirement: 'resource.delete.sets-deleted-at',
    summary: 'The deletion of a suspended token leaves deleted_at null.',
    resource: {
      deleted: (token, now) => ({
        ...sound.deleted(token, now),
        deletedAt: token.status === 'SUSPENDED' ? null : now,
      }),
    },
  },
  {
    id: 'token-delete-twice-is-409',
    requirement: 'resource.delete.deleted-refused',
    summary: 'Deleting a deleted token is refused with 409 service.conflict.',
    reply: {
      'tokens.delete': (reply) =>
        reply.http === 404 && 'code' in reply.body
          ? { http: 409, body: { ...reply.body, status: '409', code: 'service.conflict' } }
          : reply,
    },
  },
  {
    id: 'token-list-each-twice',
    requirement: 'resource.token-list.each-once',
    summary: 'The list holds each token twice.',
    reply: { 'tokens.list': list((tokens) => [...tokens, ...tokens]) },
  },
  {
    id: 'token-list-as-issued',
    requirement: 'resource.token-list.same-as-get',
    summary: 'The list shows the version of each token as it was when the token was issued.',
    reply: { 'tokens.list': list((tokens) => tokens.map((token) => ({ ...token, version_nr: 1 }))) },
  },
  {
    id: 'token-list-without-suspensions',
    requirement: 'resource.token-list.same-as-get',
    summary: 'The list shows suspended tokens without their suspensions.',
    reply: { 'tokens.list': list((tokens) => tokens.map((token) => ({ ...token, suspensions: [] }))) },
  },
  {
    id: 'token-list-of-default-wallet',
    requirement: 'resource.token-list.holds-active',
    summary: 'Of the active tokens the list holds those of the default wallet alone.',
    resource: {
      listed: (token) =>
        sound.listed(token) && (token.status === 'SUSPENDED' || token.walletId === 'default'),
    },
  },
  {
    id: 'token-list-of-seven',
    requirement: 'resource.token-list.holds-active',
    summary: 'The list holds the seven oldest tokens alone.',
    reply: { 'tokens.list': list((tokens) => tokens.slice(0, 7)) },
  },
];
