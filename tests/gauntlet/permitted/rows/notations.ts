import type { PermittedRow } from '../row.ts';
import { contents, contentsOf, everywhere, replyTexts } from '../tampered.ts';

const both = { claims: ['legacy/lifecycle', 'resource/payments'], together: 'notations' } as const;

/** How values are written in JSON. */
export const notationRows: readonly PermittedRow[] = [
  {
    ...both,
    name: 'characters outside ASCII are escaped',
    permittedBy: {
      document: 'resource',
      section: 'Introduction',
      says: '`Text must be UTF-8 encoded`; JSON lets any character be escaped',
    },
    proxy: replyTexts((text) =>
      text.replaceAll(
        /[\u0080-\uFFFF]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    ),
  },
  {
    ...both,
    name: 'fields come in another order',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Payment',
      says: 'a table of fields; no order of them is stated',
    },
    proxy: contents((content) =>
      everywhere(content, (fields) => Object.fromEntries(Object.entries(fields).toReversed())),
    ),
  },
  {
    ...both,
    name: 'replies of success have fields that no table names',
    permittedBy: {
      document: 'legacy',
      section: 'Resources and their fields › Payment record',
      says: '`further contents are announced but not named`; neither document says that a reply has no other fields',
    },
    proxy: contentsOf('success', (content) => ({ ...content, object: 'x', links: { self: '/' }, tags: [] })),
  },
  {
    ...both,
    name: 'whole amounts are written with a fraction of zero',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Payment',
      says: '`amount`: number; 1200.0 is the number 1200',
    },
    proxy: replyTexts((text) =>
      text.replaceAll(/"(amount|tax|shipping|unit_price)":(-?\d+)(?=[,}])/g, '"$1":$2.0'),
    ),
    finds: 'resource-captures-amount-as-text',
  },
];
