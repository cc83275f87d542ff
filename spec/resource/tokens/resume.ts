import { requirements } from '../../requirement.ts';
import { tokenActionRequest } from '../token.ts';

const SECTION = 'Endpoints › POST /tokens/{id}/suspend, /resume and /delete';
const STATES = 'States and transitions';
const needs = ['tokens.change'] as const;

/** The reason codes that resume allows. */
export const resumeCodes = ['consumer.requested', 'merchant.requested', 'general'] as const;

/** Rows of resuming a token. */
export const resumeRules = requirements('resource', 'resume', {
  resumes: {
    id: 'resource.resume.resumes',
    section: STATES,
    text: 'Resuming a token that the merchant suspended makes it ACTIVE.',
    needs,
  },
  empties: {
    id: 'resource.resume.empties-suspensions',
    section: STATES,
    text: 'Resuming empties the suspensions of the token.',
    needs,
  },
  usable: {
    id: 'resource.resume.usable-again',
    section: STATES,
    text: 'A token that was resumed can be suspended again.',
    needs,
  },
  activeRefused: {
    id: 'resource.resume.active-refused',
    section: 'Errors',
    text: 'Resuming an ACTIVE token is refused with 404 token.not_found.',
    needs,
  },
  deletedRefused: {
    id: 'resource.resume.deleted-refused',
    section: 'Errors',
    text: 'Resuming a DELETED token is refused with 404 token.not_found.',
    needs,
  },
  consumerRefused: {
    id: 'resource.resume.consumer-suspension-refused',
    section: STATES,
    text: 'A merchant cannot resume a token that the consumer suspended.',
    needs: ['tokens.issue', 'tokens.consumer'],
  },
  reasonCodes: {
    id: 'resource.resume.reason-codes',
    section: SECTION,
    text: 'Each of the listed reason codes is accepted.',
    needs,
  },
  reasonCodeRefused: {
    id: 'resource.resume.other-reason-code-refused',
    section: SECTION,
    text: 'A reason code outside the list causes an error.',
    needs,
  },
  requiredFields: {
    id: 'resource.resume.required-fields',
    section: SECTION,
    text: '`reason.code` and reason.description are required: without one of them the request is refused with 400 request_content.malformed.',
    needs,
  },
  fieldTypes: {
    id: 'resource.resume.field-types',
    section: 'Errors',
    text: 'A field of a type other than the documented one is refused with 400 request_content.malformed.',
    needs,
  },
  returnsToken: {
    id: 'resource.resume.returns-token',
    section: SECTION,
    text: 'A success answers with the token object.',
    needs,
  },
});

/** Body of resume. */
export const resumeRequest = tokenActionRequest(resumeCodes);
