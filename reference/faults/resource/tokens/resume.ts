import { type Fault, fault } from '../../fault.ts';
import { soundResourceRules as sound } from '../../../resource/rules.ts';
import { unprocessable, isMissing, isOfType } from '../patches.ts';
import { resumed, reachableFor, allowing, idAlone } from './patches.ts';

/** Faults in resuming a token. */
export const tokenResumeFaults: readonly Fault[] = [
  fault('token-resume-field-types-is-422', 'resource.resume.field-types', {
    summary: 'A field of another type is refused by resume with 422 request_entity.invalid.',
    reply: { 'tokens.resume': unprocessable(isOfType) },
  }),
  fault('token-resume-required-fields-is-422', 'resource.resume.required-fields', {
    summary: 'A missing field is refused by resume with 422 request_entity.invalid.',
    reply: { 'tokens.resume': unprocessable(isMissing) },
  }),
  fault('resource-token-error-as-text', 'resource.error.is-object', {
    summary: 'The errors of a token in the wrong state are plain text.',
    reply: {
      'tokens.resume': (reply) => (reply.http === 404 ? { ...reply, text: 'token.not_found' } : reply),
    },
  }),
  fault('resource-resume-for-consumer', 'resource.resume.consumer-suspension-refused', {
    summary: 'The merchant can resume a suspension by the consumer with the reason consumer.requested.',
    resource: {
      resumableByMerchant: (token, code) =>
        code === 'consumer.requested' || sound.resumableByMerchant(token, code),
    },
  }),
  fault('token-resume-of-consumer-suspension', 'resource.resume.consumer-suspension-refused', {
    summary: 'The merchant can resume a token that the consumer suspended.',
    resource: { resumableByMerchant: () => true },
  }),
  fault('token-resume-answers-id', 'resource.resume.returns-token', {
    summary: 'A successful resume answers with only the id of the token.',
    reply: { 'tokens.resume': idAlone },
  }),
  fault('token-resume-consumer-refused', 'resource.resume.reason-codes', {
    summary: 'Resume refuses the reason consumer.requested.',
    resource: allowing(
      'resume',
      (code) => code !== 'consumer.requested' && sound.reasonAllowed('resume', code),
    ),
  }),
  fault('token-suspended-once-only', 'resource.resume.usable-again', {
    summary: 'A token that was resumed cannot be suspended again.',
    resource: reachableFor(
      'suspend',
      (token) => sound.reachable(token, 'suspend') && !(token.status === 'ACTIVE' && token.versionNr > 2),
    ),
  }),
  fault('token-resume-stays-suspended', 'resource.resume.resumes', {
    summary: 'A resumed token stays SUSPENDED, without an entry.',
    resource: resumed((_after, { status }) => ({ status })),
  }),
  fault('token-resume-keeps-suspensions', 'resource.resume.empties-suspensions', {
    summary: 'A resume does not empty the suspensions.',
    resource: resumed((_after, { suspensions }) => ({ suspensions })),
  }),
  fault('token-resume-active-accepted', 'resource.resume.active-refused', {
    summary: 'An active token can be resumed.',
    resource: { resumable: (token) => token.status !== 'DELETED' },
  }),
  fault('token-resume-deleted-accepted', 'resource.resume.deleted-refused', {
    summary: 'A deleted token can be resumed.',
    resource: { ...reachableFor('resume', () => true), resumable: (token) => token.status !== 'ACTIVE' },
  }),
  fault('token-resume-takes-suspend-reasons', 'resource.resume.other-reason-code-refused', {
    summary: 'Resume accepts fraud.suspected, which only suspend has.',
    resource: allowing('resume', (code) => sound.reasonAllowed('suspend', code)),
  }),
];
