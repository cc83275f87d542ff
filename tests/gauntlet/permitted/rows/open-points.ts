import { isObject, objectIn } from '../../../../reference/json.ts';
import { contentInvalid } from '../../../../reference/resource/errors.ts';
import { soundResourceRules as sound } from '../../../../reference/resource/rules.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';

const paging: PermittedBy = {
  document: 'resource',
  section: 'Endpoints › GET /tokens/',
  says: 'Paging and filters: not shown',
};

function page(answer: string): PermittedRow {
  return {
    name: `a list of tokens is a page: ${answer}`,
    permittedBy: paging,
    claims: ['resource/tokens'],
    server: { profile: { 'resource.token-list.paging': `paged (${answer})` } },
  };
}

/** Creations are refused whose payment methods before do not fit. */
function methodsRefused(
  what: string,
  fit: (methods: Readonly<Record<string, unknown>>) => boolean,
): PermittedRow {
  return {
    name: `a creation is refused whose purchase history ${what}`,
    permittedBy: {
      document: 'resource',
      section: 'Endpoints › POST /payments',
      says: 'Required or optional flags, meanings and allowed values of these fields: not shown',
    },
    claims: ['resource/payments'],
    server: {
      overrides: [
        {
          resource: {
            contentFits: (operation, content) => {
              const { buyer_data: history } = objectIn(content);
              const judged = operation === 'payments.create' && isObject(history);
              return judged && !fit(objectIn(history['previous_payment_methods']))
                ? contentInvalid('buyer_data: not taken')
                : sound.contentFits(operation, content);
            },
          },
        },
      ],
    },
  };
}

/** Points that the documents leave open, and how they are read. */
export const openPointRows: readonly PermittedRow[] = [
  { ...page('5 tokens, oldest first'), finds: 'token-list-shows-paused' },
  page('18 tokens, oldest first'),
  { ...page('5 tokens, newest first'), finds: 'token-list-shows-all-active' },
  page('18 tokens, newest first'),
  methodsRefused('lacks a payment method', (methods) => Object.keys(methods).length === 10),
  methodsRefused('says that line_pay was used', ({ line_pay_used: used }) => used !== true),
  methodsRefused(
    'says nothing of credit cards or that none was used',
    ({ credit_card_used: used }) => used === true,
  ),
];
