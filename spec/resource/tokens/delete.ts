import { requirements } from '../../requirement.ts';
import { tokenActionRequest } from '../token.ts';

const SECTION = 'Endpoints › POST /tokens/{id}/suspend, /resume and /delete';
const STATES = 'States and transitions';
const needs = ['tokens.change'] as const;

/** The reason codes that delete allows. */
export const deleteCodes = [
  'consumer.requested',
  'subscription.expired',
  'merchant.requested',
  'fraud.detected',
  'general',
] as const;

/** Rows of deleting a token. */
export const deleteRules = requirements('resource', 'delete', {
  deletes: {
    id: 'resource.delete.deletes',
    section: STATES,
    text: 'Deleting an ACTIVE token makes it DELETED.',
    needs,
  },
  deletesSuspended: {
    id: 'resource.delete.deletes-suspended',
    section: STATES,
    text: 'Deleting a SUSPENDED token makes it DELETED.',
    needs,
  },
  setsDeletedAt: {
    id: 'resource.delete.sets-deleted-at',
    section: STATES,
    text: 'Deleting sets deleted_at, an ISO 8601 instant in UTC.',
    needs,
  },
  irreversible: {
    id: 'resource.delete.irreversible',
    section: STATES,
    text: 'Deletion is irreversible: no operation makes a deleted token usable again.',
    needs,
  },
  deletedRefused: {
    id: 'resource.delete.deleted-refused',
    section: 'Errors',
    text: 'Deleting a DELETED token is refused with 404 token.not_found.',
    needs,
  },
  recordRetained: {
    id: 'resource.delete.record-retained',
    section: STATES,
    level: 'open',
    text: 'The record of a deleted token is retained.',
    untestable:
      'The Errors section lets a read of a deleted token answer token.not_found, so a target need not show the record.',
  },
  reasonCodes: {
    id: 'resource.delete.reason-codes',
    section: SECTION,
    text: 'Each of the listed reason codes is accepted.',
    needs,
  },
  reasonCodeRefused: {
    id: 'resource.delete.other-reason-code-refused',
    section: SECTION,
    text: 'A reason code outside the list causes an error.',
    needs,
  },
  requiredFields: {
    id: 'resource.delete.required-fields',
    section: SECTION,
    text: '`reason.code` and reason.description are required: without one of them the request is refused with 400 request_content.malformed.',
    needs,
  },
  fieldTypes: {
    id: 'resource.delete.field-types',
    section: 'Errors',
    text: 'A field of a type other than the documented one is refused with 400 request_content.malformed.',
    needs,
  },
  returnsToken: {
    id: 'resource.delete.returns-token',
    section: SECTION,
    text: 'A success answers with the token object.',
    needs,
  },
});

/** Body of delete. */
export const deleteRequest = tokenActionRequest(deleteCodes);
