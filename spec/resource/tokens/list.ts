import { requirements } from '../../requirement.ts';

const SECTION = 'Endpoints › GET /tokens/';
const needs = ['tokens'] as const;

/** How a list is paged is not shown, so only the first page can be read. */
const paged = {
  latitude: 'resource.token-list.paging',
  choice: 'paged',
  because: 'the target answers with a page of the list, and no token that the suite knows was on it',
};

/** Rows of listing tokens. */
export const tokenListRules = requirements('resource', 'token-list', {
  array: {
    id: 'resource.token-list.array',
    section: SECTION,
    text: 'The answer is an array of token objects.',
    needs,
  },
  onlyLive: {
    id: 'resource.token-list.only-active-and-suspended',
    section: SECTION,
    text: 'Every token of the list is ACTIVE or SUSPENDED.',
    needs,
  },
  holdsActive: {
    id: 'resource.token-list.holds-active',
    section: SECTION,
    text: 'The list holds the ACTIVE tokens of the merchant.',
    needs: ['tokens.change'],
    unseenWhere: paged,
  },
  holdsSuspended: {
    id: 'resource.token-list.holds-suspended',
    section: SECTION,
    text: 'The list holds the SUSPENDED tokens of the merchant.',
    needs: ['tokens.change'],
    unseenWhere: paged,
  },
  leavesOutDeleted: {
    id: 'resource.token-list.leaves-out-deleted',
    section: SECTION,
    text: 'The list leaves DELETED tokens out.',
    needs: ['tokens.change'],
    unseenWhere: paged,
  },
  sameAsGet: {
    id: 'resource.token-list.same-as-get',
    section: SECTION,
    text: 'The list shows a token as the read under its id shows it.',
    needs: ['tokens.change'],
    unseenWhere: paged,
  },
  once: {
    id: 'resource.token-list.each-once',
    section: SECTION,
    text: 'The list holds no token twice.',
    needs: ['tokens.change'],
    unseenWhere: paged,
  },
  allConsumers: {
    id: 'resource.token-list.all-consumers',
    section: SECTION,
    text: 'The list holds the tokens of all consumers.',
    needs: ['tokens.change', 'tokens.issue'],
    unseenWhere: [
      paged,
      {
        latitude: 'resource.token-list.consumers',
        choice: 'one',
        because: 'the tokens that the target issues are all of one consumer',
      },
    ],
  },
  oneMerchant: {
    id: 'resource.token-list.one-merchant',
    section: SECTION,
    text: "The tokens of a list are the merchant's: they show one merchant_id.",
    needs: ['tokens.change', 'tokens.issue'],
    unseenWhere: paged,
  },
});
