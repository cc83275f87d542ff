import { requirements } from '../../requirement.ts';

const SECTION = 'Endpoints › GET /tokens/{id}';
const needs = ['tokens'] as const;

/** Rows of reading a token. */
export const tokenGetRules = requirements('resource', 'token-get', {
  returnsToken: {
    id: 'resource.token-get.returns-token',
    section: SECTION,
    text: 'An ACTIVE or SUSPENDED token can be read under its id.',
    needs,
  },
  current: {
    id: 'resource.token-get.current-state',
    section: SECTION,
    text: 'A read shows the state that the last transition left.',
    needs: ['tokens.change'],
  },
  changesNothing: {
    id: 'resource.token-get.changes-nothing',
    section: SECTION,
    text: 'A read changes neither the status of a token nor what it was issued with.',
    needs: ['tokens.change'],
  },
});
