import type { LegacyOperationName } from '../legacy/rules.ts';
import type { HandlerReply, ReplyBody, ReplyWrapper } from '../seams.ts';
import { fieldsOf } from './body.ts';
import type { Fault } from './fault.ts';

type Body = Readonly<Record<string, unknown>>;

/** The body as an object; nothing where it is none. */
function objectIn(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

function linesOf(body: Body): readonly Body[] {
  const { items } = objectIn(body, 'order');
  return Array.isArray(items) ? (items as readonly Body[]) : [];
}

/** Answers a success where a reply says why the request was refused. */
function takenWhere(refusal: (reply: ReplyBody, request: Body) => boolean, answer: ReplyBody): ReplyWrapper {
  return (reply, { request }) =>
    refusal(fieldsOf(reply), request) ? { http: 200, body: { ...request, ...answer } } : reply;
}

/** A request that names nothing is answered as if it named something. */
function nameless(operation: LegacyOperationName, field: string, answer: ReplyBody): Fault {
  return {
    id: `legacy-${operation}-of-nothing`,
    requirement: `legacy.${operation}.required-fields`,
    summary: `A ${operation} without ${field} is answered with success.`,
    reply: {
      [operation]: takenWhere(
        ({ status }, request) =>
          status === 'bad_request' && Object.keys(request).length > 0 && !(field in request),
        answer,
      ),
    },
  };
}

/** A body that is taken though its form should be refused, or the other way round. */
function receiving(
  id: string,
  requirement: string,
  summary: string,
  of: LegacyOperationName,
  change: (body: Body) => Body,
): Fault {
  const received = (operation: LegacyOperationName, body: Body) => (operation === of ? change(body) : body);
  return { id: `legacy-${id}`, requirement: `legacy.${requirement}`, summary, legacy: { received } };
}

const always =
  (answer: HandlerReply): ReplyWrapper =>
  () =>
    answer;

/** Faults in which requests are taken, by method, path and form. */
export const legacyRequestFaults: readonly Fault[] = [
  {
    id: 'legacy-capture-by-put',
    requirement: 'legacy.common.post',
    summary: 'A capture is refused under the method POST.',
    reply: { capture: always({ http: 405, body: { status: 'bad_request', message: 'Use PUT.' } }) },
  },
  {
    id: 'legacy-close-not-found',
    requirement: 'legacy.common.paths',
    summary: 'There is nothing under /pay/close.',
    reply: { close: always({ http: 404, body: { message: 'Not Found' } }) },
  },
  {
    id: 'legacy-status-in-list',
    requirement: 'legacy.common.json',
    summary: 'Status answers with a list that holds the object.',
    reply: { status: (reply) => (reply.http === 200 ? { ...reply, body: [reply.body] } : reply) },
  },
  {
    id: 'legacy-update-as-html',
    requirement: 'legacy.common.content-type',
    summary: 'The JSON of an update goes out as text/html.',
    reply: { update: (reply) => ({ ...reply, contentType: 'text/html; charset=utf-8' }) },
  },
  nameless('update', 'payment_id', { status: 'update_success', test: true }),
  nameless('close', 'payment_id', { status: 'close_success', test: true }),
  nameless('capture', 'payment_id', { status: 'capture_success', capture_id: 'cap_none', test: true }),
  nameless('status', 'payment_id', { status: 'open', test: true }),
  nameless('refund', 'capture_id', { status: 'refund_success' }),
  receiving(
    'consumer-unknown',
    'authorize.required-fields',
    'An authorization is taken without the e-mail address or the phone number of the consumer.',
    'authorize',
    (body) => {
      const buyer = objectIn(body, 'buyer');
      const email = { address: 'nobody@consumer.test', ...objectIn(buyer, 'email') };
      const phone = { number: '08000000000', ...objectIn(buyer, 'phone') };
      return { ...body, buyer: { ...buyer, email, phone } };
    },
  ),
  receiving(
    'update-total-unchecked',
    'common.missing-data',
    'The order of an update may lack its total.',
    'update',
    (body) =>
      linesOf(body).length === 0
        ? body
        : { ...body, order: { total_amount: 1000, ...objectIn(body, 'order') } },
  ),
  receiving(
    'update-needs-line-ids',
    'update.optional-fields',
    'An update whose lines have no id is refused as malformed.',
    'update',
    (body) => (linesOf(body).some((line) => line['item_id'] === undefined) ? {} : body),
  ),
  receiving(
    'dob-required',
    'authorize.optional-fields',
    'An authorization without a birth date is refused as malformed.',
    'authorize',
    (body) => (objectIn(body, 'buyer')['dob'] === undefined ? {} : body),
  ),
  receiving(
    'discount-malformed',
    'authorize.discount',
    'An authorization with a negative line is refused as malformed.',
    'authorize',
    (body) => (linesOf(body).some(({ amount }) => Number(amount) < 0) ? {} : body),
  ),
  receiving(
    'auth-code-unknown',
    'authorize.pin-accepted',
    'A request with auth_code is refused as malformed.',
    'authorize',
    (body) => ('auth_code' in body ? {} : body),
  ),
  {
    id: 'legacy-status-of-no-json',
    requirement: 'legacy.common.not-json',
    summary: 'A status request that is no JSON object is answered with an open payment.',
    reply: {
      status: takenWhere(
        ({ message }, request) =>
          Object.keys(request).length === 0 && message === 'The body must be a JSON object.',
        { status: 'open' },
      ),
    },
  },
  {
    id: 'legacy-refund-of-unknown',
    requirement: 'legacy.common.unknown-capture',
    summary: 'A refund of an id that was never issued is answered with success.',
    reply: {
      refund: takenWhere(({ reason }) => reason === 'unknown_capture', { status: 'refund_success' }),
    },
  },
];
