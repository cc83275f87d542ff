import { refusals } from '../resource/errors.ts';
import type { TokenAction } from '../resource/request-rules.ts';
import { type ResourceRules, soundResourceRules as sound } from '../resource/rules.ts';
import type { Fault } from './fault.ts';
import { answering, showing } from './replies.ts';
import { tokenAnswerFaults } from './token-answers.ts';
import { tokenEffectFaults } from './token-effects.ts';
import { tokenFieldFaults, tokenShowing } from './token-fields.ts';

function allowing(
  action: TokenAction,
  allowed: (code: string) => boolean,
): Pick<ResourceRules, 'reasonAllowed'> {
  return {
    reasonAllowed: (asked, code) => (asked === action ? allowed(code) : sound.reasonAllowed(asked, code)),
  };
}

/** Faults of suspend, resume, delete, get and list. */
const flowFaults: readonly Fault[] = [
  {
    id: 'token-suspend-stays-active',
    requirement: 'resource.suspend.suspends',
    summary: 'A suspended token shows and is ACTIVE, beside its entry.',
    resource: { suspended: (token, entry) => ({ ...sound.suspended(token, entry), status: 'ACTIVE' }) },
  },
  {
    id: 'token-suspend-without-entry',
    requirement: 'resource.suspend.adds-entry',
    summary: 'A suspend adds no entry to the suspensions.',
    resource: { suspended: (token) => ({ ...token, status: 'SUSPENDED' }) },
  },
  {
    id: 'token-suspension-authority',
    requirement: 'resource.token.suspension-authority',
    summary: 'A suspension through the API shows the authority api.',
    resource: tokenShowing(({ suspensions }) => ({
      suspensions: suspensions.map(({ timestamp, authority }) => ({
        timestamp: new Date(timestamp).toISOString(),
        authority: authority === 'merchant' ? 'api' : authority,
      })),
    })),
  },
  {
    id: 'token-suspension-timestamp-form',
    requirement: 'resource.token.suspension-timestamp',
    summary: 'The timestamp of a suspension is in ms since the epoch.',
    resource: tokenShowing(({ suspensions }) => ({ suspensions })),
  },
  {
    id: 'token-suspend-twice-accepted',
    requirement: 'resource.suspend.suspended-fails',
    summary: 'A suspended token can be suspended again.',
    resource: { alreadySuspended: () => false },
  },
  {
    id: 'token-suspend-twice-is-409',
    requirement: 'resource.suspend.suspended-fails',
    summary: 'Suspending a suspended token is refused with 409 service.conflict.',
    reply: { 'tokens.suspend': answering(refusals.tokenSuspended.description, 409, 'service.conflict') },
  },
  {
    id: 'token-suspend-deleted-accepted',
    requirement: 'resource.suspend.deleted-refused',
    summary: 'A deleted token can be suspended.',
    resource: { reachable: (token, use) => use === 'suspend' || sound.reachable(token, use) },
  },
  {
    id: 'token-resume-stays-suspended',
    requirement: 'resource.resume.resumes',
    summary: 'A resumed token shows and is SUSPENDED, without an entry.',
    resource: { resumed: (token) => ({ ...token, suspensions: [] }) },
  },
  {
    id: 'token-resume-keeps-suspensions',
    requirement: 'resource.resume.empties-suspensions',
    summary: 'A resume leaves the suspensions.',
    resource: { resumed: (token) => ({ ...token, status: 'ACTIVE' }) },
  },
  {
    id: 'token-resume-active-accepted',
    requirement: 'resource.resume.active-refused',
    summary: 'An active token can be resumed.',
    resource: { resumable: (token) => token.status !== 'DELETED' },
  },
  {
    id: 'token-resume-of-consumer-suspension',
    requirement: 'resource.resume.consumer-suspension-refused',
    summary: 'The merchant can resume what the consumer suspended.',
    resource: { resumableByMerchant: () => true },
  },
  {
    id: 'token-resume-deleted-accepted',
    requirement: 'resource.resume.deleted-refused',
    summary: 'A deleted token can be resumed.',
    resource: {
      reachable: (token, use) => use === 'resume' || sound.reachable(token, use),
      resumable: (token) => token.status !== 'ACTIVE',
    },
  },
  {
    id: 'token-delete-stays',
    requirement: 'resource.delete.deletes',
    summary: 'A delete sets deleted_at, but leaves the status.',
    resource: { deleted: (token, now) => ({ ...token, deletedAt: now }) },
  },
  {
    id: 'token-delete-without-instant',
    requirement: 'resource.delete.sets-deleted-at',
    summary: 'A delete leaves deleted_at null.',
    resource: { deleted: (token) => ({ ...token, status: 'DELETED' }) },
  },
  {
    id: 'token-delete-twice-accepted',
    requirement: 'resource.delete.deleted-refused',
    summary: 'A deleted token can be deleted again.',
    resource: { reachable: (token, use) => use === 'delete' || sound.reachable(token, use) },
  },
  {
    id: 'token-delete-suspended-refused',
    requirement: 'resource.delete.deletes-suspended',
    summary: 'A suspended token is not found by delete.',
    resource: {
      reachable: (token, use) =>
        sound.reachable(token, use) && !(use === 'delete' && token.status === 'SUSPENDED'),
    },
  },
  {
    id: 'token-suspend-reason-unchecked',
    requirement: 'resource.suspend.other-reason-code-refused',
    summary: 'Suspend accepts any reason code.',
    resource: allowing('suspend', () => true),
  },
  {
    id: 'token-resume-takes-suspend-reasons',
    requirement: 'resource.resume.other-reason-code-refused',
    summary: 'Resume accepts fraud.suspected, which only suspend has.',
    resource: allowing('resume', (code) => sound.reasonAllowed('suspend', code)),
  },
  {
    id: 'token-delete-reason-unchecked',
    requirement: 'resource.delete.other-reason-code-refused',
    summary: 'Delete accepts any reason code.',
    resource: allowing('delete', () => true),
  },
  {
    id: 'token-delete-reason-expired-refused',
    requirement: 'resource.delete.reason-codes',
    summary: 'Delete refuses the reason subscription.expired.',
    resource: allowing(
      'delete',
      (code) => code !== 'subscription.expired' && sound.reasonAllowed('delete', code),
    ),
  },
  {
    id: 'token-unknown-code',
    requirement: 'resource.token.unknown-id',
    summary: 'The code of an unknown token is 404 in place of token.not_found.',
    reply: { 'tokens.get': answering(refusals.tokenNotFound.description, 404, '404') },
  },
  {
    id: 'token-get-stale',
    requirement: 'resource.token-get.current-state',
    summary: 'A read shows every token as ACTIVE.',
    reply: { 'tokens.get': showing({ status: 'ACTIVE' }) },
  },
  {
    id: 'token-list-lacks-suspended',
    requirement: 'resource.token-list.holds-suspended',
    summary: 'The list lacks suspended tokens.',
    resource: { listed: (token) => token.status === 'ACTIVE' },
  },
];

/** Faults of tokens. */
export const tokenFaults: readonly Fault[] = [
  ...tokenFieldFaults,
  ...tokenAnswerFaults,
  ...tokenEffectFaults,
  ...flowFaults,
];
