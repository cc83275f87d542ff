import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCall, Reply } from '../models/wire.ts';
import { openClient, type Client } from './client.ts';
import { openControl } from './control.ts';
import type { Delivery } from './exchange.ts';
import { toHttp } from './request.ts';
import { SettingsError } from './settings-error.ts';
import type { Target } from './settings.ts';
import { Unreachable } from './trouble.ts';

/**
 * Reaches each claimed interface with one harmless read before anything is judged. Throws Unreachable when nothing or something else
 * answers, SettingsError when our keys are refused: neither may be held against the target.
 */
export async function preflight(target: Target): Promise<Looked> {
  const { client, skewMs } = measured(openClient({ connections: 1, timeoutMs: target.limits.timeoutMs }));
  const control = openControl(target);
  try {
    if (target.legacy !== undefined) await reachLegacy(client, target, target.legacy.baseUrl);
    if (target.resource !== undefined) await reachResource(client, target, target.resource.baseUrl);
    const capabilities = await control.capabilities();
    const skew = skewMs();
    return { capabilities, ...(skew !== undefined && { skewMs: skew }) };
  } finally {
    await Promise.all([client.close(), control.close()]);
  }
}

/** What a first look at a target has shown. */
export interface Looked {
  readonly capabilities: readonly string[];
  /** The target's clock less ours by the Date of its last reply, ms, true to a second; absent where it sends none. */
  readonly skewMs?: number;
}

/** A client that reads the clock of whoever answers. */
function measured(client: Client): { readonly client: Client; skewMs(): number | undefined } {
  let skewMs: number | undefined;
  return {
    client: {
      ...client,
      send: async (request) => {
        const delivery = await client.send(request);
        const told = 'reply' in delivery ? Date.parse(delivery.headers['date'] ?? '') : Number.NaN;
        if ('reply' in delivery && !Number.isNaN(told))
          // The header drops what is less than a second.
          skewMs = told + 500 - (delivery.reply.sentAt + delivery.reply.receivedAt) / 2;
        return delivery;
      },
    },
    skewMs: () => skewMs,
  };
}

async function reachLegacy(client: Client, target: Target, baseUrl: string): Promise<void> {
  const setting = `targets.${target.name}.legacy`;
  const hex = await ask(client, target, statusCall('hex'), baseUrl, `${setting}.base_url`);
  const spoken = speaks(hex, ['status', 'reason', 'message', 'payment_id']);
  const refused = hex.http === 401 || hex.http === 403;
  if (!spoken || refused) {
    const call = { ...statusCall('hex'), credential: 'wrong' } as const;
    const wrong = await ask(client, target, call, baseUrl, `${setting}.base_url`);
    const same = sameAnswer(hex, wrong);
    // A failure may have no body at all; who tells keys, or paths, from each other is a service, whatever it says.
    if (!spoken && same && !(await tellsPathsApart(client, target, hex))) {
      throw somethingElse(hex, baseUrl, `${setting}.base_url`, '/pay/status');
    }
    // The status alone may also be how it speaks of an unknown payment; the answer to a wrong key tells.
    if (refused && same) {
      throw new SettingsError(`${baseUrl} refused the API key (HTTP ${hex.http}). Check ${setting}.api_key.`);
    }
  }
  if (!blamesChecksum(hex)) return;
  // A target that takes only one of the two encodings is to be judged for it, not turned away here.
  const base64 = await ask(client, target, statusCall('base64'), baseUrl, `${setting}.base_url`);
  if (blamesChecksum(base64)) {
    throw new SettingsError(
      `${baseUrl} refused the checksum, in hex and in base64. Check ${setting}.secret.`,
    );
  }
}

/** Whether a path that no service has is answered otherwise. A page, a 404 and a 405 are what another server gives. */
async function tellsPathsApart(client: Client, target: Target, known: Reply): Promise<boolean> {
  const page = known.http < 400 && known.contentType.includes('html');
  if (page || known.http === 404 || known.http === 405) return false;
  const answer = await client.send(toHttp({ ...statusCall('hex'), path: '/pay/payproof-preflight' }, target));
  return 'reply' in answer && !sameAnswer(known, answer.reply);
}

async function reachResource(client: Client, target: Target, baseUrl: string): Promise<void> {
  const setting = `targets.${target.name}.resource`;
  const call: ApiCall = {
    to: 'resource',
    operation: 'payments.get',
    method: 'GET',
    path: `/payments/${UNKNOWN_PAYMENT}`,
    credential: 'valid',
  };
  const reply = await ask(client, target, call, baseUrl, `${setting}.base_url`);
  const { code } = fieldsOf(reply);
  if (!speaks(reply, ['reference', 'status', 'code', 'title', 'description', 'id'])) {
    throw somethingElse(reply, baseUrl, `${setting}.base_url`, '/payments/{id}');
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

/** Of a form that a target may look up, and one that it never issued. */
const UNKNOWN_PAYMENT = 'pay_payproofpreflight';

function statusCall(encoding: 'hex' | 'base64'): ApiCall {
  return {
    to: 'legacy',
    operation: 'status',
    method: 'POST',
    path: '/pay/status',
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
): Promise<Reply> {
  let answer = await client.send(toHttp(call, target));
  for (let attempt = 2; attempt <= attempts && isPassing(answer); attempt += 1) {
    await sleep(pauseMs);
    answer = await client.send(toHttp(call, target));
  }
  if ('reply' in answer) return answer.reply;
  throw new Unreachable(`${baseUrl} (${setting}) could not be reached: ${answer.lost}.`);
}

/** One answer in a hundred may be lost or spoilt on a shared sandbox: that alone must not keep a run from starting. */
const attempts = 3;
const pauseMs = 200;

/** A cut connection or an error of a server or a proxy may not come again; a refused one, or a silence of the whole timeout, will. */
function isPassing(answer: Delivery): boolean {
  return 'reply' in answer ? answer.reply.http >= 500 : answer.code === 'ECONNRESET';
}

function somethingElse(
  { http, contentType, body }: Reply,
  baseUrl: string,
  setting: string,
  path: string,
): Unreachable {
  // What it sends goes to a terminal.
  const type = contentType.slice(0, 60).replaceAll(/[^ -~]/g, '?');
  const what = type === '' ? 'without a content type' : `with ${type}`;
  const holds = body === undefined ? '' : ' that holds none of the fields it should';
  return new Unreachable(
    `${baseUrl}${path} answered HTTP ${http} ${what}${holds}: that is not this service. Check ${setting}.`,
  );
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
 * Whether a reply has any of the fields that this service's answers have; which ones are right is not judged here. A number that only
 * repeats the HTTP status is how web frameworks tell of a path that they lack.
 */
function speaks(reply: Reply, fields: readonly string[]): boolean {
  const given = fieldsOf(reply);
  return fields.some((field) => given[field] !== undefined && given[field] !== reply.http);
}

function fieldsOf({ body }: Reply): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}
