import { requirements } from '../../requirement.ts';
import { tokenActionRequest } from '../token.ts';

const SECTION = 'Endpoints › POST /tokens/{id}/suspend, /resume and /delete';
const STATES = 'States and transitions';
const needs = ['tokens.change'] as const;

/** The reason codes that suspend allows. */
export const suspendCodes = [
  'consumer.requested',
  'merchant.requested',
  'fraud.suspected',
  'general',
] as const;

/** Rows of suspending a token. */
export const suspendRules = requirements('resource', 'suspend', {
  suspends: {
    id: 'resource.suspend.suspends',
    section: STATES,
    text: 'Suspending an ACTIVE token makes it SUSPENDED.',
    needs,
  },
  addsEntry: {
    id: 'resource.suspend.adds-entry',
    section: STATES,
    text: 'Suspending adds an entry to the suspensions of the token.',
    needs,
  },
  suspendedRefused: {
    id: 'resource.suspend.suspended-refused',
    section: 'Errors',
    level: 'may',
    text: 'Suspending a SUSPENDED token is refused with 403 token.suspended.',
    needs,
    unseenWhere: {
      latitude: 'resource.suspend.suspended-code',
      choice: 'token.not_found',
      because: 'the target refuses it as not in the required state',
    },
  },
  suspendedFails: {
    id: 'resource.suspend.suspended-fails',
    section: 'Errors',
    text: 'Suspending a SUSPENDED token is refused as already suspended, or as not in the required state: with 403 token.suspended or 404 token.not_found.',
    needs,
  },
  deletedRefused: {
    id: 'resource.suspend.deleted-refused',
    section: 'Errors',
    text: 'Suspending a DELETED token is refused with 404 token.not_found.',
    needs,
  },
  reasonCodes: {
    id: 'resource.suspend.reason-codes',
    section: SECTION,
    text: 'Each of the listed reason codes is accepted.',
    needs,
  },
  reasonCodeRefused: {
    id: 'resource.suspend.other-reason-code-refused',
    section: SECTION,
    text: 'A reason code outside the list causes an error.',
    needs,
  },
  requiredFields: {
    id: 'resource.suspend.required-fields',
    section: SECTION,
    text: '`reason.code` and reason.description are required: without one of them the request is refused with 400 request_content.malformed.',
    needs,
  },
  fieldTypes: {
    id: 'resource.suspend.field-types',
    section: 'Errors',
    text: 'A field of a type other than the documented one is refused with 400 request_content.malformed.',
    needs,
  },
  returnsToken: {
    id: 'resource.suspend.returns-token',
    section: SECTION,
    text: 'A success answers with the token object.',
    needs,
  },
});

/** Body of suspend. */
export const suspendRequest = tokenActionRequest(suspendCodes);
