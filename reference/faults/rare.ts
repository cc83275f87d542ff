import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import { type Fault, fault } from './fault.ts';
import { fieldsOf } from './replies.ts';

/** One reply in so many is changed: a cache, a worker or a replica of many is wrong. */
const oneIn =
  (many: number, change: (body: ReplyBody) => ReplyBody): ReplyWrapper =>
  (reply, { nth }) =>
    nth % many === many - 1 && reply.http === 200 ? { ...reply, body: change(fieldsOf(reply)) } : reply;

/** Faults of the legacy interface that show in one reply of many. */
export const legacyRareFaults: readonly Fault[] = [
  fault('legacy-one-status-in-forty-of-live-data', 'legacy.common.test-flag', {
    summary: 'One reply of Status in 40 has the other test flag.',
    reply: {
      status: oneIn(40, (body) => ('test' in body ? { ...body, test: body['test'] !== true } : body)),
    },
  }),
  fault('legacy-one-status-in-thirty-of-another-order', 'legacy.status.reads-only', {
    summary: 'One reply of Status in 30 shows the order_ref of another order.',
    reply: {
      status: oneIn(30, (body) =>
        typeof body['order_ref'] === 'string' ? { ...body, order_ref: 'order-of-another' } : body,
      ),
    },
  }),
];

/** The same of the resource interface. */
export const resourceRareFaults: readonly Fault[] = [
  fault('resource-one-get-in-forty-of-another-store', 'resource.payment.store-name', {
    summary: 'One read of a payment in 40 shows the name of another store.',
    reply: { 'payments.get': oneIn(40, (body) => ({ ...body, store_name: 'Another Store' })) },
  }),
  fault('token-one-get-in-thirty-of-another-consumer', 'resource.token.consumer-id', {
    summary: 'One read of a token in 30 shows another consumer_id.',
    reply: { 'tokens.get': oneIn(30, (body) => ({ ...body, consumer_id: 'con_of_another' })) },
  }),
];
