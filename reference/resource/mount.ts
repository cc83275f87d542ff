import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { objectIn } from '../json.ts';
import { decided, type RaceWindowSeam } from '../race-window.ts';
import type { HandlerReply } from '../seams.ts';
import type { World } from '../world.ts';
import { type Mode, refuse } from './call.ts';
import { parseJson } from './content.ts';
import { contentInvalid, type Refusal, refusals } from './errors.ts';
import type { Access } from './request-rules.ts';
import { readBody } from './read-body.ts';
import { noOperation, type Operation, routes } from './routes.ts';

const keyRefusals: Readonly<Record<Exclude<Access, Mode>, Refusal>> = {
  missing: refusals.keyMissing,
  otherScheme: refusals.keyOtherScheme,
  wrong: refusals.keyWrong,
  public: refusals.keyPublic,
};

type Methods = ReadonlyMap<string, Operation>;

/** Mounts the resource interface: `/payments` and `/tokens`. */
export function mountResource(app: Hono, world: World): void {
  for (const route of routes) mountPath(app, world, route.path, route.methods);
  // Other paths refuse in the same order: key and version first, then not found.
  for (const rest of ['/payments/*', '/tokens/*']) mountPath(app, world, rest, undefined);
}

function mountPath(app: Hono, world: World, path: string, methods: Methods | undefined): void {
  const seams = new Map([...(methods?.values() ?? [])].map(({ name }) => [name, world.replySeam(name)]));
  const seamOfNone = world.replySeam(noOperation);
  const raceWindowSeams = new Map(
    [...(methods?.values() ?? [])].map(({ name }) => [name, world.raceWindowSeam(name)]),
  );
  app.all(path, async (context) => {
    const operation = methods?.get(world.resourceRules.methodTaken(context.req.method, path));
    const seam = operation === undefined ? seamOfNone : seams.get(operation.name);
    const { reply, request } = await answer(
      context,
      world,
      methods !== undefined,
      operation,
      raceWindowSeams,
    );
    const sent = seam === undefined ? reply : seam(reply, objectIn(request));
    const http = sent.http as ContentfulStatusCode;
    return sent.text === undefined ? context.json(sent.body, http) : context.text(sent.text, http);
  });
}

interface Answer {
  readonly reply: HandlerReply;
  /** The parsed body, for the reply's seam. */
  readonly request?: unknown;
}

async function answer(
  context: Context,
  world: World,
  pathKnown: boolean,
  operation: Operation | undefined,
  raceWindowSeams: ReadonlyMap<string, RaceWindowSeam | undefined>,
): Promise<Answer> {
  try {
    const admitted = admit(context, world);
    if ('refusal' in admitted) return { reply: refuse(world, admitted.refusal) };
    const known = world.resourceRules.versionKnown(context.req.header('service-version'));
    if (!known && world.resourceRules.versionFirst()) return { reply: refuse(world, refusals.version) };
    if (!pathKnown) return { reply: refuse(world, world.resourceRules.pathRefusal()) };
    if (operation === undefined) return { reply: refuse(world, otherMethod(world)) };
    const body = await readContent(context, world, operation);
    if ('refusal' in body) return { reply: refuse(world, body.refusal) };
    const id = context.req.param('id') ?? '';
    const of = operation.name.startsWith('payments.') ? 'payment' : 'token';
    if (id !== '' && !world.resourceRules.idFits(of, id))
      return { reply: refuse(world, contentInvalid('id: badly formatted')), request: body.content };
    const call = { mode: admitted.mode, id, body: body.content };
    const last = known ? body.last : refusals.version;
    if (last !== undefined) {
      // Whatever else the operation refuses is refused first; nothing is written.
      const { reply } = decided(world, (then) => operation.handler(then, call));
      return { reply: reply.http >= 400 ? reply : refuse(world, last), request: body.content };
    }
    const inRaceWindow = raceWindowSeams.get(operation.name);
    const reply =
      inRaceWindow === undefined
        ? operation.handler(world, call)
        : await inRaceWindow(world, { request: body.content, id }, (then) => operation.handler(then, call));
    return { reply, request: body.content };
  } catch (error) {
    // A bug of this server: reported on standard error, not to the caller.
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { reply: refuse(world, refusals.exception) };
  }
}

/** The key, which every request needs to have (resource, Authentication). */
function admit(context: Context, world: World): { readonly mode: Mode } | { readonly refusal: Refusal } {
  const { resourceRules: rules, settings } = world;
  const access = rules.access(context.req.header('authorization'), settings.keys);
  if (access !== 'test' && access !== 'live') return { refusal: keyRefusals[access] };
  return { mode: access };
}

function otherMethod({ resourceRules: rules }: World): Refusal {
  const refusal = rules.methodRefusal();
  return { ...refusal, http: rules.methodHttp(refusal.http), code: rules.methodCode(refusal.code) };
}

const otherMediaType = ({ resourceRules: rules }: World): Refusal => ({
  ...refusals.mediaType,
  code: rules.mediaTypeCode(refusals.mediaType.code),
});

/** `last`: what it is refused for where the operation itself refuses nothing. */
type Read =
  { readonly refusal: Refusal } | { readonly content: unknown; readonly last?: Refusal | undefined };

/** The parsed body of an operation that has one. */
async function readContent(context: Context, world: World, operation: Operation): Promise<Read> {
  const type = context.req.header('content-type');
  const supported = world.resourceRules.mediaTypeSupported(type);
  if (!operation.content) {
    const ignored = type === undefined || supported || context.req.method === 'GET';
    if (!ignored) return { refusal: otherMediaType(world) };
    if (context.req.method === 'GET' || !world.resourceRules.bodyNeeded(operation.name))
      return { content: undefined };
    const braces = await readBody(context, world.settings.bodyLimit);
    return braces?.trim() === '' ? parseJson('') : { content: undefined };
  }
  if (type !== undefined && !supported) return { refusal: otherMediaType(world) };
  const text = await readBody(context, world.settings.bodyLimit);
  if (text === undefined) return { refusal: refusals.tooLarge };
  // An empty body has no type: the error is that content is missing.
  if (!supported && text !== '') return { refusal: otherMediaType(world) };
  if (text === '' && !world.resourceRules.bodyNeeded(operation.name)) return { content: {} };
  const parsed = parseJson(text);
  // Where the state goes before the body, the operation refuses it: nothing can be read.
  if ('refusal' in parsed) return world.resourceRules.bodyFirst() ? parsed : { content: undefined };
  if (!world.resourceRules.formFits(text))
    return { refusal: contentInvalid('A number must be written plainly.') };
  const rules = world.resourceRules;
  if (!rules.bytesFit(text)) return { refusal: contentInvalid('The body must be UTF-8.') };
  const content = rules.pairsRead(rules.contentRead(rules.contentNulls(parsed.content, operation.name)));
  const isPlain = rules.textsFit(content) && rules.numbersFit(content);
  const refusal =
    rules.contentFits(operation.name, content) ??
    (rules.emptyFits(content, operation.name) ? undefined : refusals.empty) ??
    (isPlain ? undefined : contentInvalid('A text or a number is not as orders have it.'));
  if (refusal !== undefined && world.resourceRules.bodyFirst()) return { refusal };
  return { content, last: refusal };
}
