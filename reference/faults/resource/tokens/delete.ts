import { refusals } from '../../../resource/errors.ts';
import { type Fault, fault } from '../../fault.ts';
import { overlapping } from '../../overlapping.ts';
import { answering } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import { unprocessable, isMissing, isOfType } from '../patches.ts';
import { suspended, resumed, deleted, reachableFor, allowing, idAlone } from './patches.ts';

/** Faults in deleting a token. */
export const tokenDeleteFaults: readonly Fault[] = [
  fault('token-delete-field-types-is-422', 'resource.delete.field-types', {
    summary: 'A field of another type is refused by delete with 422 request_entity.invalid.',
    reply: { 'tokens.delete': unprocessable(isOfType) },
  }),
  fault('token-delete-required-fields-is-422', 'resource.delete.required-fields', {
    summary: 'A missing field is refused by delete with 422 request_entity.invalid.',
    reply: { 'tokens.delete': unprocessable(isMissing) },
  }),
  fault('token-delete-answers-id', 'resource.delete.returns-token', {
    summary: 'A successful delete answers with only the id of the token.',
    reply: { 'tokens.delete': idAlone },
  }),
  fault('token-deleted-at-of-creation', 'resource.delete.sets-deleted-at', {
    summary: 'A delete sets deleted_at to the creation time of the token.',
    resource: deleted((_after, { createdAt }) => ({ deletedAt: createdAt })),
  }),
  fault('token-delete-suspended-without-instant', 'resource.delete.sets-deleted-at', {
    summary: 'The deletion of a suspended token does not set deleted_at.',
    resource: deleted((after, { status }) => ({
      deletedAt: status === 'SUSPENDED' ? null : after.deletedAt,
    })),
  }),
  fault('token-delete-without-instant', 'resource.delete.sets-deleted-at', {
    summary: 'A delete does not set deleted_at.',
    resource: deleted((_after, { deletedAt }) => ({ deletedAt })),
  }),
  fault('token-resume-revives-deleted', 'resource.delete.irreversible', {
    summary: 'A deleted token can be resumed, and is ACTIVE again.',
    resource: {
      ...reachableFor('resume', () => true),
      ...resumed(() => ({ deletedAt: null })),
      resumable: (token) => token.status !== 'ACTIVE',
      resumableByMerchant: (token) => token.status === 'DELETED' || sound.resumableByMerchant(token),
    },
  }),
  fault('token-suspend-revives-deleted', 'resource.delete.irreversible', {
    summary: 'A deleted token can be suspended and then resumed.',
    resource: { ...reachableFor('suspend', () => true), ...suspended(() => ({ deletedAt: null })) },
  }),
  fault('token-race-of-resume-and-delete', 'resource.delete.irreversible', {
    summary: 'A resume at the same time as a delete makes the token ACTIVE again.',
    ...overlapping('tokens.resume'),
  }),
  fault('token-race-of-versions', 'resource.token.version-raised', {
    summary: 'A delete at the same time as another change of its token gets the same version_nr.',
    ...overlapping('tokens.delete', { guarded: true }),
  }),
  fault('token-delete-twice-is-409', 'resource.delete.deleted-refused', {
    summary: 'Deleting a deleted token is refused with 409 service.conflict.',
    reply: { 'tokens.delete': answering(refusals.tokenNotFound, 409, 'service.conflict') },
  }),
  fault('token-delete-twice-accepted', 'resource.delete.deleted-refused', {
    summary: 'A deleted token can be deleted again.',
    resource: reachableFor('delete', () => true),
  }),
  fault('token-delete-stays', 'resource.delete.deletes', {
    summary: 'A delete sets deleted_at but does not change the status.',
    resource: deleted((_after, { status }) => ({ status })),
  }),
  fault('token-delete-suspended-refused', 'resource.delete.deletes-suspended', {
    summary: 'A suspended token is not found by delete.',
    resource: reachableFor('delete', (token) => token.status === 'ACTIVE'),
  }),
  fault('token-delete-reason-unchecked', 'resource.delete.other-reason-code-refused', {
    summary: 'Delete accepts any reason code.',
    resource: allowing('delete', () => true),
  }),
  fault('token-delete-reason-expired-refused', 'resource.delete.reason-codes', {
    summary: 'Delete refuses the reason subscription.expired.',
    resource: allowing(
      'delete',
      (code) => code !== 'subscription.expired' && sound.reasonAllowed('delete', code),
    ),
  }),
];
