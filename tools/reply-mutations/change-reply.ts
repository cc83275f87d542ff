import { STATUS_CODES } from 'node:http';
import type { Json } from '../../engine/model.ts';
import type { Notification, Reply } from '../../models/wire.ts';
import { changedJson, isObject, type Change, type KnownValues } from './change-json.ts';

const statuses = [200, 201, 204, 302, 400, 401, 402, 403, 404, 405, 409, 415, 422, 429, 500, 503];
const contentTypes = ['text/html', 'text/plain', 'application/xml', ''];

/** Every way to change one thing of a reply, the other answers of its operation among them. */
export function* changedReply(
  reply: Reply,
  known: KnownValues,
  answers: readonly Reply[],
): Generator<Change<Reply>> {
  for (const change of changedBody(reply.body, known))
    yield { ...change, value: { ...reply, ...withBody(change.value) } };
  for (const { what, value } of withFieldsOf(
    reply.body,
    answers.map(({ body }) => body),
  ))
    yield { what, value: { ...reply, ...withBody(value) } };
  if (isRecord(reply.body) && 'status' in reply.body) {
    const status = STATUS_CODES[reply.http] ?? '';
    yield { what: 'phrase at status', value: { ...reply, ...withBody({ ...reply.body, status }) } };
  }
  for (const http of statuses)
    if (http !== reply.http) yield { what: `HTTP ${http}`, value: { ...reply, http } };
  for (const contentType of contentTypes)
    yield { what: `content type "${contentType}"`, value: { ...reply, contentType } };
  yield { what: 'no body', value: { ...reply, body: undefined, text: '' } };
  yield { what: 'text that is no JSON', value: { ...reply, ...noJson } };
  for (const { http, contentType, body, text } of answers)
    yield { what: `another answer (HTTP ${http})`, value: { ...reply, http, contentType, body, text } };
}

/** Every way to change one thing of a notification; `others`: notifications whose fields it may lack. */
export function* changedNotification(
  notification: Notification,
  known: KnownValues,
  others: readonly Notification[],
): Generator<Change<Notification>> {
  for (const change of changedBody(notification.body, known))
    yield { ...change, value: { ...notification, ...withBody(change.value) } };
  for (const { what, value } of withFieldsOf(
    notification.body,
    others.map(({ body }) => body),
  ))
    yield { what, value: { ...notification, ...withBody(value) } };
  for (const contentType of contentTypes)
    yield { what: `content type "${contentType}"`, value: { ...notification, contentType } };
  for (const method of ['GET', 'PUT']) yield { what: `by ${method}`, value: { ...notification, method } };
  yield { what: 'no body', value: { ...notification, body: undefined, text: '' } };
  yield { what: 'text that is no JSON', value: { ...notification, ...noJson } };
}

const noJson = { body: undefined, text: '<html>', unparsed: 'it is HTML' };

function* changedBody(body: unknown, known: KnownValues): Generator<Change<Json>> {
  // A body was parsed from JSON; undefined: it was none.
  if (body !== undefined) yield* changedJson(body as Json, known);
}

/** The body with a field that it lacks and others have. */
function* withFieldsOf(body: unknown, others: readonly unknown[]): Generator<Change<Json>> {
  if (!isRecord(body)) return;
  const tried = new Set(Object.keys(body));
  for (const other of others)
    for (const [name, value] of isRecord(other) ? Object.entries(other) : []) {
      if (tried.has(name)) continue;
      tried.add(name);
      yield { what: `add ${name}`, value: { ...body, [name]: value } };
    }
}

function isRecord(body: unknown): body is { readonly [key: string]: Json } {
  return body !== undefined && isObject(body as Json);
}

function withBody(body: Json): Pick<Reply, 'body' | 'text'> {
  return { body, text: JSON.stringify(body) };
}
