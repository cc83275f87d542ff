import type { PermittedBy, PermittedRow } from '../row.ts';
import { contents, contentsOf, everywhere, isFields, type Fields } from '../tampered.ts';

const announced: PermittedBy = {
  document: 'legacy',
  section: 'Resources and their fields › Payment record',
  says: '`further contents are announced but not named`; that a reply has no other fields is not said',
};
const legacyFields: PermittedBy = {
  document: 'legacy',
  section: 'Resources and their fields › Common response object',
  says: 'a table of what replies have; that they have nothing else is not said',
};
const both = {
  claims: ['legacy/lifecycle', 'resource/payments', 'resource/tokens'],
  together: 'further',
} as const;
const legacy = { claims: ['legacy/lifecycle'], together: 'further' } as const;
const payments = { claims: ['resource/payments'], together: 'further' } as const;

const more = { object: 'x', links: { self: '/' }, tags: [], count: 3, '@type': null };

/** What replies hold beyond the tables. */
export const furtherContentRows: readonly PermittedRow[] = [
  {
    ...both,
    name: 'every object in a reply of success has fields that no table names',
    permittedBy: announced,
    proxy: contentsOf('success', (content) =>
      everywhere(content, (fields) =>
        'metadata' in fields || 'id' in fields || 'status' in fields ? { ...fields, ...more } : fields,
      ),
    ),
    finds: 'resource-payment-currency',
  },
  {
    ...both,
    name: 'refusals have fields that no table names',
    permittedBy: legacyFields,
    proxy: contentsOf('refusals', (content) => ({
      ...content,
      errors: [{ field: 'x', hint: 'y' }],
      request_id: 'r1',
    })),
  },
  {
    ...legacy,
    name: 'replies of success have a message, and a reason that is null',
    permittedBy: legacyFields,
    proxy: contentsOf('success', (content) => ({ reason: null, message: 'OK', ...content }), ['legacy']),
  },
  {
    ...legacy,
    name: 'replies to a refund name the payment and have the test flag',
    permittedBy: {
      document: 'legacy',
      section: 'Endpoints › Refund',
      says: 'the response is `capture_id`, `status`; that nothing else is in it is not said',
    },
    proxy: contents(
      (content, _reply, { path }) =>
        path === '/pay/refund' && isFields(content) && 'capture_id' in content
          ? { payment_id: 'pay_of_refund', test: true, amount_left: 1, ...content }
          : content,
      ['legacy'],
    ),
  },
  {
    ...legacy,
    name: 'Status shows the order, the consumer and the merchant data as well',
    permittedBy: {
      document: 'legacy',
      section: 'Resources and their fields › Payment record',
      says: '`order, consumer data, merchant data` are part of the record',
    },
    proxy: contentsOf(
      'success',
      (content, { path }) =>
        path === '/pay/status'
          ? { ...content, order: { items: [] }, buyer: { name: '山田 太郎' }, merchant_data: {}, captured: 0 }
          : content,
      ['legacy'],
    ),
  },
  {
    ...payments,
    name: 'items show null for what was left out',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Item',
      says: '`id`, `title` and `description` are optional; what is shown in place of one that is left out is not said',
    },
    proxy: contentsOf(
      'success',
      (content) =>
        everywhere(content, (fields) =>
          'unit_price' in fields ? { id: null, title: null, description: null, ...fields } : fields,
        ),
      ['resource'],
    ),
  },
  {
    ...payments,
    name: 'an address shows null for what was left out',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Shipping address',
      says: 'line1, line2, city and state are optional; what is shown in place of one that is left out is not said',
    },
    proxy: contentsOf(
      'success',
      (content) =>
        everywhere(content, (fields) =>
          'zip' in fields ? { line1: null, line2: null, city: null, state: null, ...fields } : fields,
        ),
      ['resource'],
    ),
  },
  ...(
    [
      ['is left out', ({ updated_at: _unused, ...order }: Fields) => order],
      ['is empty text', (order: Fields) => ({ ...order, updated_at: '' })],
      ['is an instant of its own', (order: Fields) => ({ ...order, updated_at: '2026-01-31T09:00:00Z' })],
    ] as const
  ).map(([how, change]): PermittedRow => ({
    ...payments,
    together: how,
    name: `updated_at of the order ${how}`,
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Order',
      says: '`updated_at`: `Unused.`',
    },
    proxy: contentsOf(
      'success',
      ({ order, ...payment }) => ({ ...payment, ...(isFields(order) && { order: change(order) }) }),
      ['resource'],
    ),
  })),
  ...(
    [
      ['is left out', ({ webhook_url: _unused, ...token }: Fields) => token],
      ['is null', (token: Fields) => ({ ...token, webhook_url: null })],
      ['is an address', (token: Fields) => ({ ...token, webhook_url: 'https://shop.test/hook' })],
    ] as const
  ).map(([how, change]): PermittedRow => ({
    claims: ['resource/tokens'],
    together: how,
    name: `webhook_url of a token ${how}`,
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Token',
      says: '`webhook_url`: `Unused.`',
    },
    proxy: contents(
      (content) => everywhere(content, (fields) => ('version_nr' in fields ? change(fields) : fields)),
      ['resource'],
    ),
  })),
  {
    claims: ['resource/tokens'],
    together: 'is left out',
    name: 'the unused address of a token is left out',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Token',
      says: 'origin has `address` (unused)',
    },
    proxy: contents(
      (content) =>
        everywhere(content, (fields) => {
          if (!isFields(fields['origin'])) return fields;
          const { address: _unused, ...origin } = fields['origin'];
          return { ...fields, origin };
        }),
      ['resource'],
    ),
  },
];
