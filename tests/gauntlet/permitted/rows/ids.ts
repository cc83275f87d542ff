import type { PermittedRow } from '../row.ts';

const both = { claims: ['legacy/lifecycle', 'resource/payments', 'resource/tokens'] } as const;
const unique = {
  document: 'legacy',
  section: 'Resources and their fields › Payment record',
  says: '`Unique id issued by Authorize`: a string; no form of it is shown',
} as const;
const prefixed = {
  document: 'resource',
  section: 'Resources and their fields › Payment',
  says: '`Unique payment id, starts with pay_`; what follows the prefix is not shown',
} as const;

/** How ids look. */
export const idRows: readonly PermittedRow[] = [
  {
    ...both,
    name: 'ids have 200 characters',
    permittedBy: prefixed,
    server: { settings: { idCharacters: 200 } },
  },
  {
    ...both,
    name: 'ids have capitals, dots, tildes and hyphens',
    permittedBy: prefixed,
    server: { settings: { idEnding: '-AbC.~_-Z' } },
    finds: 'legacy-close-keeps-open',
  },
  {
    ...both,
    name: 'ids have characters that a path must escape',
    permittedBy: prefixed,
    server: { settings: { idEnding: '+=:@é 店' } },
  },
  {
    ...both,
    name: 'ids are counted and short, without a prefix where none is shown',
    permittedBy: unique,
    server: {
      profile: {
        'legacy.ids.prefix': 'bare',
        'legacy.ids.order': 'counted',
        'resource.ids.order': 'counted',
      },
    },
  },
];
