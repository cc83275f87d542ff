import { refusals } from '../../../resource/errors.ts';
import { type Fault, fault } from '../../fault.ts';
import { overlapping } from '../../overlapping.ts';
import { answering, refusing } from '../../replies.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import { unprocessable, isMissing, isOfType } from '../patches.ts';
import { suspended, reachableFor, allowing, idAlone } from './patches.ts';

/** Faults in suspending a token. */
export const tokenSuspendFaults: readonly Fault[] = [
  fault('token-suspend-field-types-is-422', 'resource.suspend.field-types', {
    summary: 'A field of another type is refused by suspend with 422 request_entity.invalid.',
    reply: { 'tokens.suspend': unprocessable(isOfType) },
  }),
  fault('token-suspend-required-fields-is-422', 'resource.suspend.required-fields', {
    summary: 'A missing field is refused by suspend with 422 request_entity.invalid.',
    reply: { 'tokens.suspend': unprocessable(isMissing) },
  }),
  fault('resource-reason-code-case-ignored', 'resource.suspend.other-reason-code-refused', {
    summary: 'The case of the letters of a reason code is ignored.',
    resource: { reasonAllowed: (action, code) => sound.reasonAllowed(action, code.toLowerCase()) },
  }),
  fault('token-suspend-reason-unchecked', 'resource.suspend.other-reason-code-refused', {
    summary: 'Suspend accepts any reason code.',
    resource: allowing('suspend', () => true),
  }),
  fault('token-suspend-answers-id', 'resource.suspend.returns-token', {
    summary: 'A successful suspend answers with only the id of the token.',
    reply: { 'tokens.suspend': idAlone },
  }),
  fault('token-suspend-fraud-refused', 'resource.suspend.reason-codes', {
    summary: 'Suspend refuses the reason fraud.suspected.',
    resource: allowing(
      'suspend',
      (code) => code !== 'fraud.suspected' && sound.reasonAllowed('suspend', code),
    ),
  }),
  fault('token-suspend-adds-two-entries', 'resource.suspend.adds-entry', {
    summary: 'A suspend adds its entry twice.',
    resource: suspended(({ suspensions }, _before, entry) => ({ suspensions: [...suspensions, entry] })),
  }),
  fault('token-suspend-without-entry', 'resource.suspend.adds-entry', {
    summary: 'A suspend adds no entry to the suspensions.',
    resource: suspended((_after, { suspensions }) => ({ suspensions })),
  }),
  fault('token-suspend-twice-adds-entry', 'resource.error.changes-nothing', {
    summary: 'Suspending a suspended token is refused, but adds an entry.',
    resource: { alreadySuspended: () => false },
    reply: {
      'tokens.suspend': refusing(
        refusals.tokenSuspended,
        (_asked, { suspensions }) => Array.isArray(suspensions) && suspensions.length > 1,
      ),
    },
  }),
  fault('token-suspend-stays-active', 'resource.suspend.suspends', {
    summary: 'A suspended token stays ACTIVE, with an entry.',
    resource: suspended(() => ({ status: 'ACTIVE' })),
  }),
  fault('token-race-of-suspend-and-create', 'resource.suspend.suspends', {
    summary: 'The creation of a payment overwrites a suspension of its token that happens at the same time.',
    ...overlapping('payments.create'),
  }),
  fault('token-suspend-twice-accepted', 'resource.suspend.suspended-fails', {
    summary: 'A suspended token can be suspended again.',
    resource: { alreadySuspended: () => false },
  }),
  fault('token-suspend-twice-is-409', 'resource.suspend.suspended-fails', {
    summary: 'Suspending a suspended token is refused with 409 service.conflict.',
    reply: { 'tokens.suspend': answering(refusals.tokenSuspended, 409, 'service.conflict') },
  }),
  fault('token-race-of-suspensions', 'resource.suspend.suspended-fails', {
    summary: 'Two suspensions of the same token at the same time both succeed.',
    ...overlapping('tokens.suspend'),
  }),
  fault('token-suspend-deleted-accepted', 'resource.suspend.deleted-refused', {
    summary: 'A deleted token can be suspended.',
    resource: reachableFor('suspend', () => true),
  }),
];
