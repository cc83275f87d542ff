import { refusals } from '../../../../reference/resource/errors.ts';
import type { PermittedBy, PermittedRow } from '../row.ts';
import { isFields, jsonIn, replies } from '../tampered.ts';
import { serviceException, type Passed, type Passing } from '../../support/proxy.ts';

const unranked: PermittedBy = {
  document: 'resource',
  section: 'Errors',
  says: 'each row of the table applies; no sentence ranks two of them',
};
const unbound: PermittedBy = {
  document: 'resource',
  section: 'Errors',
  says: '`service.forbidden` means not allowed, and is bound to no cause',
};
const statuses: PermittedBy = {
  document: 'legacy',
  section: 'Errors',
  says: '`bad_request` where a request could not be executed; no sentence ranks that and the state',
};
const both = { claims: ['resource/payments'] } as const;

/** Which of several refusals a request gets, and in which form. */
export const refusalRows: readonly PermittedRow[] = [
  {
    ...both,
    name: 'a wrong method is refused with 403 service.forbidden',
    permittedBy: unbound,
    server: {
      overrides: [
        {
          resource: { methodRefusal: () => ({ ...refusals.method, http: 403, code: 'service.forbidden' }) },
        },
      ],
    },
  },
  {
    ...both,
    name: 'PATCH works as PUT',
    permittedBy: {
      document: 'resource',
      section: 'Endpoints › PUT /payments/{id}',
      says: 'PUT updates a payment; that PATCH cannot be used there is not said',
    },
    server: { profile: { 'resource.update.patch': 'as-put' } },
  },
  {
    ...both,
    name: 'an error of the state goes before one of the body',
    permittedBy: unranked,
    server: { profile: { 'resource.error.precedence': 'state' } },
  },
  {
    ...both,
    name: 'a refund of an unknown payment names a wrong capture',
    permittedBy: unranked,
    proxy: replies(
      (reply, { path }) =>
        path.endsWith('/refunds') && codeOf(reply) === '404'
          ? refusedAs(reply, 400, 'payment.refund.captureId')
          : reply,
      ['resource'],
    ),
  },
  {
    claims: ['legacy/lifecycle'],
    name: 'no update may raise the total, whatever was captured',
    permittedBy: {
      document: 'legacy',
      section: 'Endpoints › Update',
      says: 'whether a total may be raised above what was authorized is not shown',
    },
    server: { profile: { 'legacy.update.raised-total': 'refused' } },
  },
  {
    claims: ['legacy/lifecycle'],
    name: 'the total may be raised before a capture, and not after one',
    permittedBy: {
      document: 'legacy',
      section: 'Endpoints › Update',
      says: '`extra charges are added as new lines`: what merchants do; that each is taken, whatever the consumer is good for, is not said',
    },
    server: { profile: { 'legacy.update.raise-after-capture': 'refused' } },
  },
  {
    ...both,
    name: 'a fraction of a yen is refused before the state is looked at',
    permittedBy: unranked,
    proxy: replies(
      (reply, { path, body }) => {
        const sent = jsonIn(body);
        const amount = isFields(sent) ? sent['amount'] : undefined;
        const isFraction = typeof amount === 'number' && !Number.isInteger(amount);
        const isServed = ['service.forbidden', 'payment.refund.amount', 'payment.refund.captureId'];
        return path.endsWith('/refunds') && isFraction && isServed.includes(codeOf(reply) ?? '')
          ? refusedAs(reply, 400, 'request_content.malformed')
          : reply;
      },
      ['resource'],
    ),
  },
  {
    ...both,
    name: 'a request without its body is malformed where the method is wrong too',
    permittedBy: unranked,
    proxy: replies(
      (reply, { method, body }) =>
        method !== 'GET' && body.length === 0 && codeOf(reply) === 'method.invalid'
          ? refusedAs(reply, 400, 'request_content.malformed')
          : reply,
      ['resource'],
    ),
  },
  {
    ...both,
    name: 'a wrong media type is refused with 403 service.forbidden',
    permittedBy: unbound,
    proxy: replies(
      (reply) =>
        codeOf(reply) === 'media_type.unsupported' ? refusedAs(reply, 403, 'service.forbidden') : reply,
      ['resource'],
    ),
  },
  {
    ...both,
    name: 'texts with U+0000 are answered with 500 each time',
    permittedBy: {
      document: 'resource',
      section: 'Errors',
      says: '`service.exception` is an internal service error',
    },
    proxy: () => ({
      before: (request) => (holdsNull(request) ? { ...request, instead: serviceException } : request),
    }),
  },
  {
    claims: ['legacy/lifecycle'],
    name: 'the lines of a capture are looked at before its payment',
    permittedBy: statuses,
    server: {
      profile: { 'legacy.capture.no-quantity': 'refused', 'legacy.common.empty-values': 'refused' },
    },
    proxy: replies(
      (reply, { path, body }) =>
        path === '/pay/capture' && reply.http >= 400 && lacksQuantity(jsonIn(body))
          ? { ...reply, http: 400, body: Buffer.from(JSON.stringify({ status: 'bad_request' })) }
          : reply,
      ['legacy'],
    ),
  },
];

/** The code of a refusal of the resource interface. */
function codeOf({ http, body }: Passed): string | undefined {
  const content = http < 400 ? undefined : jsonIn(body);
  return isFields(content) && typeof content['code'] === 'string' ? content['code'] : undefined;
}

/** The same refusal for another cause. */
function refusedAs(reply: Passed, http: number, code: string): Passed {
  const content = { ...(jsonIn(reply.body) as object), status: String(http), code };
  return { ...reply, http, body: Buffer.from(JSON.stringify(content)) };
}

/** Whether a request to `/payments` or `/tokens` holds a text with U+0000. */
function holdsNull({ path, body }: Passing): boolean {
  return !path.startsWith('/pay/') && /(?<!\\)(?:\\\\)*\\u0000/.test(body.toString());
}

function lacksQuantity(sent: unknown): boolean {
  const items = isFields(sent) ? sent['items'] : undefined;
  return Array.isArray(items) && items.some((one) => !isFields(one) || !('quantity' in one));
}
