import { fieldsOf } from '../faults/replies.ts';
import { refusals } from '../resource/errors.ts';
import type { ReplyBody, ReplyWrapper } from '../seams.ts';
import { type Choice, choice } from './choice.ts';
import { on, resourceOperations } from './resource-statuses.ts';

const otherOperations = ['update', 'close', 'capture', 'status', 'refund'];
const withoutTable: ReadonlySet<unknown> = new Set(['bad_request', 'request_failed', 'failed_request']);

/** Changes the message of refusals that no operation's table describes. Those of Authorize are shown with one. */
function message(answer: string, change: (body: ReplyBody) => ReplyBody): Choice {
  const wrapper: ReplyWrapper = (reply) => {
    const body = fieldsOf(reply);
    return withoutTable.has(body['status']) ? { ...reply, body: change(body) } : reply;
  };
  return choice('legacy.errors.message', answer, { reply: on(otherOperations, wrapper) });
}

/** Changes the refusals of the resource interface. */
function refused(latitude: string, answer: string, change: (body: ReplyBody) => ReplyBody): Choice {
  return choice(latitude, answer, {
    reply: on(resourceOperations, (reply) =>
      reply.http >= 400 ? { ...reply, body: change(fieldsOf(reply)) } : reply,
    ),
  });
}

const ofType = /: (Invalid input: expected|must be an object of) /;

/** Answers to how ids and texts look. The last ones of all choices, since others know refusals by their texts. */
export const formChoices: readonly Choice[] = [
  choice('legacy.ids.prefix', 'prefixed'),
  choice('legacy.ids.prefix', 'bare', { legacy: { idPrefix: () => '' } }),
  choice('legacy.ids.order', 'random'),
  choice('legacy.ids.order', 'counted', { legacy: { countsIds: true } }),
  choice('legacy.authorize.pin-again', 'same'),
  choice('legacy.authorize.type-taken', 'taken'),
  choice('legacy.authorize.pin-consumer', 'authorized'),
  choice('legacy.authorize.test-account', 'by-both'),
  choice('legacy.errors.message', 'text'),
  message('empty', (body) => ({ ...body, message: '' })),
  message('absent', ({ message: _left, ...body }) => body),
  choice('resource.ids.order', 'random'),
  choice('resource.ids.order', 'counted', { resource: { countsIds: true } }),
  choice('resource.http.unknown-path', '404'),
  choice('resource.http.unknown-path', '405', { resource: { pathRefusal: () => refusals.method } }),
  choice('resource.http.unknown-path', 'other-4xx', {
    resource: { pathRefusal: () => ({ ...refusals.notFound, http: 410 }) },
  }),
  choice('resource.http.unknown-path', '5xx', {
    resource: { pathRefusal: () => ({ ...refusals.notFound, http: 501 }) },
  }),
  choice('resource.error.title-of-wrong-type', 'format'),
  refused('resource.error.title-of-wrong-type', 'missing', (body) =>
    ofType.test(String(body['description'])) ? { ...body, title: 'Malformed request content' } : body,
  ),
  choice('resource.error.description-of', 'cause'),
  refused('resource.error.description-of', 'code', (body) => ({
    ...body,
    description: `This is the error ${String(body['code'])}.`,
  })),
];
