import type { ReplyBody, ReplyWrapper } from '../../../../reference/seams.ts';
import type { PermittedRow } from '../row.ts';

const resource = { claims: ['resource/checkout'], runs: 1, together: 'checkout' } as const;

/** Wraps what the callback is told of a payment or a token of the resource interface, which stays as it is. */
function inCallback(
  change: (body: ReplyBody, kind: 'payment' | 'token') => ReplyBody,
): Readonly<Record<string, ReplyWrapper>> {
  const wrapper =
    (kind: 'payment' | 'token'): ReplyWrapper =>
    (reply) =>
      reply.http >= 300 ? reply : { ...reply, body: change(reply.body as ReplyBody, kind) };
  return { 'checkout.payments': wrapper('payment'), 'checkout.tokens': wrapper('token') };
}

/** Ways in which a checkout app makes payments and tokens, or tells of them, that the documents permit. */
export const resourceCheckoutRows: readonly PermittedRow[] = [
  {
    ...resource,
    name: 'a token is made without a PIN for a consumer who is asked for one elsewhere',
    permittedBy: {
      document: 'resource',
      section: 'What the service does',
      says: 'a token is created and authenticated by the checkout app; no PIN is named',
    },
    server: { overrides: [{ checkout: { needsPin: () => false } }] },
    finds: 'resource-checkout-token-fresh-suspended',
  },
  {
    ...resource,
    name: 'the callback is told statuses in lowercase, which reads show in capitals',
    permittedBy: {
      document: 'resource',
      section: 'Resources and their fields › Payment',
      says: 'examples in responses show them in lowercase',
    },
    server: {
      overrides: [
        { reply: inCallback((body) => ({ ...body, status: String(body['status']).toLowerCase() })) },
      ],
    },
    finds: 'resource-checkout-refusal-told-as-success',
  },
  {
    ...resource,
    together: 'ids',
    name: 'the callback is told of a payment or a token as payment_id and token_id',
    permittedBy: {
      document: 'legacy',
      section: 'Endpoints › Checkout app (browser side)',
      says: 'it receives the authorize response data, including payment_id; what it receives of a token is not shown',
    },
    server: {
      overrides: [
        {
          reply: inCallback(({ id, ...body }, kind) =>
            id === undefined ? body : { ...body, [`${kind}_id`]: id, id: 'evt_00000001' },
          ),
        },
      ],
    },
  },
];
