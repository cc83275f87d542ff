import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isObject, type JsonObject, objectIn } from '../json.ts';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { authorize } from './authorize.ts';
import { capture } from './capture.ts';
import { standardBase64 } from './checksum.ts';
import { close } from './close.ts';
import type { LegacyOperation } from './operation.ts';
import { refund } from './refund.ts';
import {
  badChecksum,
  badRequest,
  bodyMessages,
  internalError,
  unauthorized,
  unknownCapture,
  unknownPayment,
} from './replies.ts';
import { notifyRejected, notifyUnknown } from './rejected.ts';
import type { LegacyOperationName } from './rules.ts';
import { status } from './status.ts';
import { update } from './update.ts';

const nothing: JsonObject = {};

/** The JSON object of a body, or why there is none. */
function jsonObject(text: string): JsonObject | keyof typeof bodyMessages {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : 'noObject';
  } catch {
    return 'noJson';
  }
}

/** The refusal of an id in a body that was never issued; undefined where it names none, or one that was. */
function unknownIn({ store }: World, name: LegacyOperationName, body: JsonObject): HandlerReply | undefined {
  if (name === 'authorize') return undefined;
  const id = body[name === 'refund' ? 'capture_id' : 'payment_id'];
  if (typeof id !== 'string' || id === '') return undefined;
  if (name === 'refund') return store.legacyCaptures.get(id) === undefined ? unknownCapture(id) : undefined;
  return store.legacyPayments.get(id) === undefined ? unknownPayment(id) : undefined;
}

function respond(context: Context, reply: HandlerReply): Response {
  const { http, body, text, contentType } = reply;
  if (text !== undefined) return context.text(text, http as ContentfulStatusCode);
  const headers = contentType === undefined ? undefined : { 'content-type': contentType };
  return context.json(body, http as ContentfulStatusCode, headers);
}

function mountOperation<Request extends { readonly checksum: string }>(
  app: Hono,
  world: World,
  operation: LegacyOperation<Request>,
): void {
  const { name, content, signed, handle } = operation;
  const { bodyLimit, keys } = world.settings;
  const seam = world.replySeam(name);
  const inRaceWindow = world.raceWindowSeam(name);
  const rules = world.legacyRules;

  const answer = async (text: string): Promise<HandlerReply> => {
    const body = jsonObject(text);
    if (typeof body === 'string') return badRequest(bodyMessages[body]);
    const unknown = rules.lookupFirst ? unknownIn(world, name, body) : undefined;
    if (unknown !== undefined) {
      if (rules.notifiesUnknown) notifyUnknown(world, name, unknown);
      return unknown;
    }
    const taken = rules.bounded(rules.withoutNulls(rules.filled(rules.completed(name, body))));
    const parsed = content.safeParse(rules.received(name, taken));
    const issue = parsed.error?.issues[0];
    if (!parsed.success)
      return badRequest(`${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'invalid'}`);
    const { data } = parsed;
    const hashed = keys.secret + rules.signed(name, signed(data), world.store, data);
    const isChecked =
      rules.acceptsChecksumForm(data.checksum) &&
      rules.acceptsChecksum(name, standardBase64(data.checksum, rules), hashed, body);
    if (!isChecked) {
      if (rules.notifiesRejected) notifyRejected(world, name, body);
      return rules.mismatched(name, badChecksum, body, world.store);
    }
    if (!rules.acceptsBody(body)) return badRequest('An amount must be a whole number of yen.');
    if (!rules.acceptsTexts(body) || !rules.acceptsNumbers(body))
      return badRequest('A text or a number is not as orders have it.');
    if (!rules.acceptsType(objectIn(body['options'])['authorize_type']))
      return badRequest('options.authorize_type: not in the contract');
    const { items } = objectIn(body['order']);
    if (Array.isArray(items) && !rules.acceptsOrder(items as readonly JsonObject[]))
      return badRequest('The order has lines that are not taken.');
    const about = { request: data, id: signed(data) };
    const reply =
      inRaceWindow === undefined
        ? handle(world, data)
        : await inRaceWindow(world, about, (then) => handle(then, data));
    if (rules.notifiesUnknown) notifyUnknown(world, name, reply);
    return reply;
  };

  app.all(`/pay/${name}`, async (context) => {
    const { req } = context;
    const refuse = (reply: HandlerReply) =>
      respond(context, seam === undefined ? reply : seam(reply, nothing));
    if (!rules.acceptsMethod(req.method)) {
      context.header('allow', 'POST');
      return refuse(badRequest('The method must be POST.', 405));
    }
    if (!rules.acceptsKey(req.header('authorization'), keys)) {
      return refuse(unauthorized);
    }
    if (!rules.acceptsContentType(req.header('content-type'))) {
      return refuse(badRequest('The content type must be application/json.'));
    }
    if (Number(req.header('content-length') ?? 0) > bodyLimit) {
      return respond(context, badRequest('The body is too large.', 413));
    }
    const text = await req.text();
    if (text.length > bodyLimit) return respond(context, badRequest('The body is too large.', 413));
    if (!rules.acceptsForm(text)) return refuse(badRequest('A number must be written plainly.'));
    try {
      const reply = await answer(text);
      return respond(context, seam === undefined ? reply : seam(reply, objectIn(jsonObject(text))));
    } catch {
      return respond(context, internalError);
    }
  });
}

/** Mounts the legacy interface: the six operations under `/pay/`. */
export function mountLegacy(app: Hono, world: World): void {
  mountOperation(app, world, authorize);
  mountOperation(app, world, update);
  mountOperation(app, world, close);
  mountOperation(app, world, capture);
  mountOperation(app, world, status);
  mountOperation(app, world, refund);
}
