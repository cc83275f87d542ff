import { soundResourceRules as sound } from '../../../../reference/resource/rules.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';
import { contents, everywhere, replyTexts } from '../tampered.ts';

const both = { claims: ['legacy/lifecycle', 'resource/payments'], together: 'notations' } as const;
const times = { claims: ['resource/payments', 'resource/tokens', 'resource/time'] } as const;

const number: PermittedBy = {
  document: 'resource',
  section: 'Resources and their fields › Payment',
  says: '`amount`: number; JSON has several notations of one number',
};
const instant: PermittedBy = {
  document: 'resource',
  section: 'Resources and their fields › Payment',
  says: '`created_at`: `ISO 8601, UTC`; which of its formats is not shown',
};
/** The whole amounts in a JSON text, each with its name. */
export const wholeAmounts = /"(amount|tax|shipping|unit_price|total_amount)":(-?\d+)(?=[,}])/g;

/** An instant as it is written, from `2026-01-31T09:00:00.120Z`. */
function written(name: string, write: (shown: string) => string): PermittedRow {
  return {
    ...times,
    name: `instants are written ${name}`,
    permittedBy: instant,
    server: { overrides: [{ resource: { instant: (at) => write(sound.instant(at)) } }] },
  };
}

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
    name: 'slashes are escaped',
    permittedBy: {
      document: 'resource',
      section: 'Introduction',
      says: '`Bodies are JSON`, which lets a slash be escaped, as PHP does',
    },
    proxy: replyTexts((text) => text.replaceAll('/', '\\/')),
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
    name: 'whole amounts are written with a fraction of zero',
    permittedBy: number,
    proxy: replyTexts((text) => text.replaceAll(wholeAmounts, '"$1":$2.0')),
    finds: 'resource-captures-amount-as-text',
  },
  {
    ...both,
    name: 'whole amounts are written with an exponent',
    permittedBy: number,
    together: 'exponents',
    proxy: replyTexts((text) => text.replaceAll(wholeAmounts, '"$1":$2e+0')),
  },
  {
    claims: ['resource/payments', 'resource/tokens'],
    name: 'counts are written as doubles',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Token',
      says: '`version_nr`: number, `quantity`: integer; 2.0 is the integer 2 in JSON',
    },
    proxy: replyTexts((text) => text.replaceAll(/"(version_nr|quantity)":(\d+)(?=[,}])/g, '"$1":$2.0')),
  },
  written('without a fraction of a second', (shown) => shown.replace(/\.\d+/, '')),
  written('with nine digits of a second', (shown) => shown.replace('Z', '123456Z')),
  written('with +00:00 in place of Z', (shown) => shown.replace('Z', '+00:00')),
  written('with +00', (shown) => shown.replace('Z', '+00')),
  written('in the basic format', (shown) => shown.replaceAll(/[-:]/g, '')),
  written('with a comma before the fraction', (shown) => shown.replace('.', ',')),
  {
    ...times,
    name: 'states are in lower case, null stands for what is unset, instants have no trailing zeros',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Payment',
      says: '`examples in responses show them in lowercase`; whether an unset field is there is not shown',
    },
    server: { named: 'as-recorded' },
  },
];
