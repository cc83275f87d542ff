import type { PermittedBy, PermittedRow } from '../row.ts';
import { contents, contentsOf, everywhere } from '../tampered.ts';

/** The table of the fields of a token. */
export const tokenFields: Omit<PermittedBy, 'says'> = {
  document: 'resource',
  section: 'Resources and their fields › Token',
};
/** The table of the fields of a payment. */
export const paymentFields: Omit<PermittedBy, 'says'> = {
  document: 'resource',
  section: 'Resources and their fields › Payment',
};

const ofTokens = { claims: ['resource/tokens'] } as const;
const ofPayments = { claims: ['resource/payments'] } as const;

/** What payments and tokens show, in the order and with the values that the tables leave open. */
export const recordRows: readonly PermittedRow[] = [
  ...[0, 17, 1_000_000].map((from): PermittedRow => ({
    ...ofTokens,
    name: `version_nr of a token begins with ${from}`,
    permittedBy: {
      ...tokenFields,
      says: '`Increases by 1 with every request`; where it begins is not shown',
    },
    proxy: contents(
      (content) =>
        everywhere(content, (fields) =>
          typeof fields['version_nr'] === 'number'
            ? { ...fields, version_nr: fields['version_nr'] - 1 + from }
            : fields,
        ),
      ['resource'],
    ),
    ...(from === 0 && { finds: 'token-version-not-raised-by-suspend' }),
  })),
  {
    ...ofTokens,
    name: 'suspension entries have more than timestamp and authority',
    together: 'entries',
    permittedBy: {
      ...tokenFields,
      says: 'entries have `timestamp` and `authority`; that there is nothing else is not said',
    },
    proxy: contents(
      (content) =>
        everywhere(content, (fields) =>
          'authority' in fields
            ? { ...fields, reason: { code: 'general', description: '休止' }, wallet_id: 'default' }
            : fields,
        ),
      ['resource'],
    ),
  },
  {
    ...ofTokens,
    name: 'the list of tokens comes in another order each time',
    together: 'entries',
    permittedBy: {
      document: 'resource',
      section: 'Endpoints › GET /tokens/',
      says: '`an array of the merchant’s tokens`; no order is stated',
    },
    proxy: () => {
      let n = 0;
      return {
        after(reply, { method, path }) {
          if (method !== 'GET' || !/^\/tokens\/?$/.test(path) || reply.http !== 200) return reply;
          const all = JSON.parse(reply.body.toString()) as readonly unknown[];
          n += 1;
          const at = n % Math.max(1, all.length);
          return { ...reply, body: Buffer.from(JSON.stringify([...all.slice(at), ...all.slice(0, at)])) };
        },
      };
    },
  },
  {
    claims: ['resource/payments'],
    name: 'the newest capture and the newest refund come first',
    together: 'order of lists',
    permittedBy: { ...paymentFields, says: '`captures` and `refunds` are arrays; no order is stated' },
    server: {
      profile: { 'resource.capture.amount': 'part', 'resource.capture.partial-state': 'stays-authorized' },
    },
    proxy: contentsOf(
      'success',
      ({ captures, refunds, ...rest }) => ({
        ...rest,
        ...(Array.isArray(captures) && { captures: captures.toReversed() }),
        ...(Array.isArray(refunds) && { refunds: refunds.toReversed() }),
      }),
      ['resource'],
    ),
    finds: 'resource-refunds-amount-as-text',
  },
  {
    ...ofPayments,
    name: 'the tier is another one',
    permittedBy: { ...paymentFields, says: '`Type assigned by the service; default classic`' },
    proxy: contentsOf(
      'success',
      (content) => ('tier' in content ? { ...content, tier: 'premium' } : content),
      ['resource'],
    ),
    together: 'values',
  },
  {
    ...ofPayments,
    name: 'a reference of an error is a long text with spaces',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Error object',
      says: '`reference`: string, `Reference of the error`; no form is shown',
    },
    together: 'values',
    proxy: contentsOf(
      'refusals',
      (content) => ({
        ...content,
        reference: `エラー 7c9e6679-7425-40de-944b-e07fc1f90ae7 ${'x'.repeat(200)}`,
      }),
      ['resource'],
    ),
  },
  {
    ...ofPayments,
    name: 'descriptions of errors are in Japanese',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Error object',
      says: '`description`: `Detail text`; no wording is shown',
    },
    together: 'values',
    proxy: contentsOf('refusals', (content) => ({ ...content, description: 'この操作はできません。' }), [
      'resource',
    ]),
    finds: 'resource-close-twice-is-403',
  },
  {
    claims: ['legacy/lifecycle'],
    name: 'messages and reasons are other texts where none is shown',
    permittedBy: {
      document: 'legacy',
      section: 'Errors',
      says: '`Full list of reason values: not shown`',
    },
    proxy: contentsOf(
      'refusals',
      (content) =>
        content['reason'] === 'closed' ||
        content['reason'] === 'invalid_amount' ||
        content['reason'] === 'bad_checksum'
          ? { ...content, message: '決済は終了しています。' }
          : { ...content, ...('reason' in content && { reason: 'エラー' }), message: '受け付けられません。' },
      ['legacy'],
    ),
  },
  {
    claims: ['legacy/lifecycle'],
    name: 'whole numbers of seconds are cut from the expiry of legacy payments',
    permittedBy: {
      document: 'legacy',
      section: 'Limits',
      says: '`30 days by default from authorize success`, shown in `YYYY-MM-DD hh:mm:ss`; how it is rounded is not',
    },
    server: {
      overrides: [
        { legacy: { expiryOf: (now, { validityMs }) => Math.floor((now + validityMs) / 1000) * 1000 } },
      ],
    },
  },
  ...(
    [
      ['an hour', 3_600_000],
      ['17.5 days and 3 ms', 17.5 * 86_400_000 + 3],
      ['a year', 365 * 86_400_000],
    ] as const
  ).map(([name, resourceValidityMs]): PermittedRow => ({
    claims: ['resource/payments', 'resource/time'],
    name: `authorizations of the resource interface are valid for ${name}`,
    permittedBy: {
      document: 'resource',
      section: 'Limits',
      says: '`Rate limits and the authorization validity period: not shown`',
    },
    server: { settings: { resourceValidityMs } },
  })),
  ...(
    [
      ['three minutes ahead', 180_000],
      ['three minutes behind', -180_000],
    ] as const
  ).map(([name, aheadMs]): PermittedRow => ({
    claims: ['legacy/lifecycle', 'resource/payments', 'resource/tokens'],
    name: `the clock of the server is ${name}`,
    permittedBy: { ...paymentFields, says: '`created_at`: `Creation instant`; by whose clock is not said' },
    server: { aheadMs },
  })),
  {
    claims: ['resource/payments'],
    name: 'the store has a name with quotes and brackets',
    permittedBy: { ...paymentFields, says: '`store_name`: `Merchant store name`, a string' },
    server: { settings: { storeName: '試験用の店 “A & B” <本店>' } },
  },
];
