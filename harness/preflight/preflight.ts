import { legacyOperations, pathOf, resourceOperations } from '../../spec/operations.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { openClient, type Client, measured, type MeasuredClient } from '../wire/client.ts';
import { checkControlClock, openControl } from '../means/control.ts';
import type { Delivery } from '../wire/exchange.ts';
import { notItsOwn } from '../wire/not-its-own.ts';
import { openGate, type Gate } from '../pace/limits.ts';
import { toHttp } from '../wire/request.ts';
import type { Said } from '../records/run-identity.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Target } from '../settings/settings.ts';
import { Unreachable } from './trouble.ts';
import { knowsCodings } from '../wire/content-coding.ts';

/**
 * Reads each claimed interface once, harmlessly, before anything is judged. Throws Unreachable when nothing or something else answers,
 * SettingsError when our keys are refused or control's clock is of no use: none of this is the target's fault.
 */
export async function preflight(
  target: Target,
  {
    mayTryWrongKey = () => target.limits.wrongKeys !== 0,
    gate = openGate(target.limits),
    onRequest,
    onAnswer,
  }: PreflightOptions = {},
): Promise<PreflightResult> {
  const opened = openClient(target, { connections: 1 });
  let requests = 0;
  let wrongKeys = 0;
  let answerMs = Infinity;
  const triesWrongKey = (): boolean => {
    const may = mayTryWrongKey();
    if (may) wrongKeys += 1;
    return may;
  };
  const { client, skewMs, serverAt } = measured({
    ...opened,
    send: async (request) => {
      onRequest?.();
      requests += 1;
      const delivery = await gate(() => opened.send(request), { bypassGate: true });
      if ('reply' in delivery) {
        answerMs = Math.min(answerMs, delivery.ms);
        onAnswer?.(delivery.ms);
      }
      return delivery;
    },
  });
  const control = openControl(target);
  try {
    if (target.legacy !== undefined) await reachLegacy(client, target, target.legacy.baseUrl, triesWrongKey);
    if (target.resource !== undefined) await reachResource(client, target, target.resource.baseUrl);
    const { capabilities, ...told } = await control.offer();
    const aheadMs = capabilities.includes('clock.read')
      ? await checkControlClock(control, target)
      : undefined;
    const skew = skewMs();
    const said = { ...serversOf(target, serverAt), ...told };
    return {
      capabilities,
      looked: { requests, wrongKeys },
      ...(answerMs !== Infinity && { answerMs }),
      ...(skew !== undefined && { skewMs: skew }),
      ...(aheadMs !== undefined && { controlAheadMs: aheadMs }),
      ...(Object.keys(said).length > 0 && { said }),
    };
  } finally {
    await Promise.all([client.close(), control.close()]);
  }
}

export interface PreflightOptions {
  /**
   * Whether a refusal may be compared with that of a wrong key, where nothing else shows whether it is our key that is refused. True counts as an
   * attempt. Default: where the limits allow any.
   */
  readonly mayTryWrongKey?: () => boolean;
  /** What keeps the target's limits. Default: one of its own. */
  readonly gate?: Gate;
  /** Called before each request to an interface; what it throws ends the preflight. */
  readonly onRequest?: () => void;
  /** Called with how long each answer of an interface took. */
  readonly onAnswer?: (ms: number) => void;
}

/** What the preflight has found. */
export interface PreflightResult {
  readonly capabilities: readonly string[];
  /** Requests to the interfaces that it took, and those of them that had a wrong key. */
  readonly looked: { readonly requests: number; readonly wrongKeys: number };
  /** How long its fastest answer took, ms: the first ones have connections to make. Absent: there was none. */
  readonly answerMs?: number;
  /** The target's clock minus ours by the Date of its last reply, ms, precise to a second; absent when it sends none. */
  readonly skewMs?: number;
  /** How far the clock that control shows is ahead of ours, ms; absent where it shows none. */
  readonly controlAheadMs?: number;
  /** What it says of itself; absent where that is nothing. */
  readonly said?: Said;
}

function serversOf({ legacy, resource }: Target, serverAt: MeasuredClient['serverAt']): Said {
  const found = Object.entries({ legacy, resource }).flatMap(([name, block]) => {
    const server = block && serverAt(block.baseUrl);
    return server === undefined ? [] : [[name, server]];
  });
  return found.length === 0 ? {} : { servers: Object.fromEntries(found) as NonNullable<Said['servers']> };
}

async function reachLegacy(
  client: Client,
  target: Target,
  baseUrl: string,
  triesWrongKey: () => boolean,
): Promise<void> {
  const setting = `targets.${target.name}.legacy`;
  const hex = await ask(client, target, statusCall('hex'), baseUrl, `${setting}.base_url`);
  const spoken = speaks(hex, ['status', 'reason', 'message', 'payment_id']);
  const refused = hex.http === 401 || hex.http === 403;
  if ((!spoken || refused) && !triesWrongKey()) {
    throw new Unreachable(
      `${baseUrl}${legacyOperations.status.path} answered HTTP ${hex.http}: only a request with a wrong key would show whether our key is refused, and none may be sent. Check ${setting}.`,
    );
  }
  if (!spoken || refused) {
    const call = { ...statusCall('hex'), credential: 'wrong' } as const;
    const wrong = await ask(client, target, call, baseUrl, `${setting}.base_url`);
    const same = sameAnswer(hex, wrong);
    // A failure may have no body. What answers differently by key or by path is a service all the same.
    if (!spoken && same && !(await distinguishesPaths(client, target, hex))) {
      throw somethingElse(hex, baseUrl, `${setting}.base_url`, legacyOperations.status.path);
    }
    // This status may also stand for an unknown payment, so it is compared with the answer to a wrong key.
    if (refused && same) {
      throw new SettingsError(`${baseUrl} refused the API key (HTTP ${hex.http}). Check ${setting}.api_key.`);
    }
  }
  if (!blamesChecksum(hex)) return;
  // A target that accepts only one of the two encodings is judged for it by the suites, not rejected here.
  const base64 = await ask(client, target, statusCall('base64'), baseUrl, `${setting}.base_url`);
  if (blamesChecksum(base64)) {
    throw new SettingsError(
      `${baseUrl} refused the checksum, in hex and in base64. Check ${setting}.secret.`,
    );
  }
}

/** Whether an unknown path is answered differently. A page, a 404 or a 405 is what any other server gives. */
async function distinguishesPaths(client: Client, target: Target, known: Reply): Promise<boolean> {
  const page = known.http < 400 && known.contentType.includes('html');
  if (page || known.http === 404 || known.http === 405) return false;
  const answer = await client.send(toHttp({ ...statusCall('hex'), path: '/pay/payproof-preflight' }, target));
  return 'reply' in answer && !sameAnswer(known, answer.reply);
}

async function reachResource(client: Client, target: Target, baseUrl: string): Promise<void> {
  const setting = `targets.${target.name}.resource`;
  const call: ApiCall = {
    to: 'resource',
    operation: 'get',
    method: 'GET',
    path: pathOf(resourceOperations.get, UNKNOWN_PAYMENT),
    credential: 'valid',
  };
  const reply = await ask(client, target, call, baseUrl, `${setting}.base_url`);
  const { code } = fieldsOf(reply);
  if (!speaks(reply, ['reference', 'status', 'code', 'title', 'description', 'id'])) {
    throw somethingElse(reply, baseUrl, `${setting}.base_url`, resourceOperations.get.path);
  }
  if (code === 'authentication.failed' || code === 'authorization.failed') {
    throw new SettingsError(
      `${baseUrl} refused the secret key (HTTP ${reply.http} ${code}). Check ${setting}.secret_key.`,
    );
  }
  if (code === 'version.unknown') {
    throw new SettingsError(
      `${baseUrl} does not know version ${target.resource?.version}. Check ${setting}.version.`,
    );
  }
}

/** A well-formed id that no target has issued. */
const UNKNOWN_PAYMENT = 'pay_payproofpreflight';

function statusCall(encoding: 'hex' | 'base64'): ApiCall {
  return {
    to: 'legacy',
    operation: 'status',
    method: 'POST',
    path: legacyOperations.status.path,
    body: { payment_id: UNKNOWN_PAYMENT },
    credential: 'valid',
    checksum: { of: UNKNOWN_PAYMENT, encoding },
  };
}

async function ask(
  client: Client,
  target: Target,
  call: ApiCall,
  baseUrl: string,
  setting: string,
): Promise<Answer> {
  let answer = await client.send(toHttp(call, target));
  for (let attempt = 2; attempt <= attempts && isPassing(answer); attempt += 1) {
    await sleep(pauseMs);
    answer = await client.send(toHttp(call, target));
  }
  const lost = 'reply' in answer ? notItsOwn(answer.reply) : answer.lost;
  if ('reply' in answer && lost === undefined) return { ...answer.reply, headers: answer.headers };
  const mayPass = 'reply' in answer ? answer.reply.http !== 407 : passing.has(answer.code ?? '');
  throw new Unreachable(`${baseUrl} (${setting}) could not be reached: ${lost}.`, { mayPass });
}

/** A server that is down, starts, or is cut off for a while. */
const passing: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** On a shared sandbox one answer in a hundred may fail: that alone must not prevent a run. */
const attempts = 3;
const pauseMs = 200;

/** A reset connection or a 5xx may be transient; a refused connection or a full timeout is not. */
function isPassing(answer: Delivery): boolean {
  return 'reply' in answer ? answer.reply.http >= 500 : answer.code === 'ECONNRESET';
}

function sameAnswer(a: Reply, b: Reply): boolean {
  const [one, other] = [fieldsOf(a), fieldsOf(b)];
  if (a.body === undefined && b.body === undefined) return a.http === b.http && a.text === b.text;
  return a.http === b.http && one['status'] === other['status'] && one['reason'] === other['reason'];
}

/** legacy, Errors: `request_failed` or `failed_request`, reason `bad_checksum`. */
function blamesChecksum(reply: Reply): boolean {
  const { reason, message } = fieldsOf(reply);
  return [reason, message].some(
    (text) => typeof text === 'string' && text.toLowerCase().includes('checksum'),
  );
}

/**
 * Whether a reply has any field of this service's answers; whether they are right is not judged here. A number that repeats the HTTP
 * status does not count: web frameworks answer so for an unknown path.
 */
function speaks(reply: Reply, fields: readonly string[]): boolean {
  const given = fieldsOf(reply);
  return fields.some((field) => given[field] !== undefined && given[field] !== reply.http);
}

function fieldsOf({ body }: Reply): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** A reply with its headers, by lower-case names. */
interface Answer extends Reply {
  readonly headers: Readonly<Record<string, string>>;
}

/** Longest part of a header that is shown. */
const longestShown = 120;

/** The error for an address at which something else answers, with what it is and the setting that names it. */
function somethingElse(answer: Answer, baseUrl: string, setting: string, path: string): Unreachable {
  const what = `${baseUrl}${path} answered HTTP ${answer.http} ${kindOf(answer)}`;
  return new Unreachable(`${what}. Check ${setting}.`);
}

/** Says what an answer is that does not come from this service. */
function kindOf({ http, contentType, body, text, headers }: Answer): string {
  const { location, 'content-encoding': coding } = headers;
  if (http >= 300 && http < 400 && location !== undefined)
    return `and sends on to ${shown(location)}, which is not followed`;
  const type = shown(contentType);
  const what = type === '' ? 'without a content type' : `with ${type}`;
  if (text.startsWith('\u{feff}')) return `${what} behind a byte order mark, which JSON does not have`;
  if (body === undefined && !knowsCodings(coding))
    return `${what} in the content coding ${shown(coding ?? '')}, which was not asked for`;
  const holds = body === undefined ? '' : ' that holds none of the fields it should';
  return `${what}${holds}: that is not this service`;
}

/** This goes to a terminal. */
const shown = (header: string): string => header.slice(0, longestShown).replaceAll(/[^ -~]/g, '?');
