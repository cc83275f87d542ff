import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../engine/model.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { openClient } from './client.ts';
import type { Delivery } from './exchange.ts';
import type { ExchangeRecord } from '../records/exchange-records.ts';
import type { Journal } from '../journal/journal.ts';
import { KeptReplies, MOST_CHARACTERS } from './kept-reply.ts';
import { openGate, type Gate } from '../pace/limits.ts';
import type { Trip } from '../pace/adaptive-limit.ts';
import { isGatewayPage, notItsOwn } from './not-its-own.ts';
import { redactorOf, type Redact } from '../secrets/redact.ts';
import { toHttp, type HttpRequest } from './request.ts';
import type { Target } from '../settings/settings.ts';
import { BudgetSpent } from '../preflight/trouble.ts';
import { retryAfterMs } from '../pace/throttle.ts';
import { hasWrongKey, type WrongKeys } from './wrong-keys.ts';
import { createHash } from 'node:crypto';
import { steadyNow } from '../time.ts';

export interface ConnectOptions {
  readonly target: Target;
  readonly journal: Pick<Journal, 'write'>;
  /** ms since the epoch; the journal's `at` counts from here. */
  readonly startedAt: number;
  /** The most requests that may be sent to the target. Default: no limit. */
  readonly maxRequests?: number | undefined;
  /** Requests that the run has sent before, over another connection. Default 0. */
  readonly sent?: number;
  /** How many were sent so far over all connections that `maxRequests` holds for. Default: over this one, after `sent`. */
  readonly taken?: { count: number };
  /** What keeps the target's limits, for all connections of a run together. Default: one of its own. */
  readonly gate?: Gate | undefined;
  /** Keeps the attempts with wrong keys of all connections to a few. Default: they are not counted. */
  readonly wrongKeys?: Pick<WrongKeys, 'take'> | undefined;
  /** True: its requests wait for no others to end. Default false. */
  readonly bypassGate?: boolean;
  /** Watches whether the target is there. Default: it is not watched. */
  readonly watch?: Watch | undefined;
  /** Called with what came of each call that may have been applied. */
  readonly answered?: ((call: Call, observation: Observation<Reply>) => void) | undefined;
  /** How many of the requests that may be sent are kept for later. Default: none. */
  readonly reserve?: (() => number) | undefined;
}

/** Holds requests back while the target is away. */
export interface Watch {
  /** False: it does not come back. A promise while it is not known. */
  ready(): boolean | Promise<boolean>;
  seen(delivery: Delivery, from?: { readonly byControl: boolean }): void;
}

/** Which step of which sequence a call belongs to. */
export type SendContext = Pick<
  ExchangeRecord,
  'suite' | 'sequence' | 'step' | 'operation' | 'kind' | 'phase'
>;

/** Sends all calls of a run to one target, with its keys and limits, and journals and counts them. */
export interface Connection {
  /** Requests to the target so far; control calls are not counted. */
  readonly requests: number;
  /** Requests and control calls that brought no reply that may be judged. */
  readonly losses: number;
  /** Sends and journals one call. Throws BudgetSpent when no more requests are allowed; a network failure is a lost answer, not an error. */
  send(call: Call, context: SendContext): Promise<Observation<Reply>>;
  /** Counts and journals a request that a browser has sent to the target. */
  noteSent(exchange: Pick<ExchangeRecord, 'at' | 'ms' | 'request' | 'reply'>, context: SendContext): void;
  /** Aborts open requests; later ones are lost at once and not journaled. */
  interrupt(): void;
  close(): Promise<void>;
}

/** So often a request is sent that is turned away each time, which may be for what it asks for. */
const mostAttempts = 5;

/** Longest wait for a control answer: a moved clock may send thousands of notifications before it answers. */
const CONTROL_TIMEOUT_MS = 60_000;

/** After so long the progress of the run names a control call that is waited for. */
const SLOW_CONTROL_MS = 3000;

/** Opens a connection to a target. */
export function connect({
  target,
  journal,
  startedAt,
  maxRequests = Infinity,
  sent = 0,
  taken = { count: sent },
  gate = openGate(target.limits),
  wrongKeys,
  bypassGate = false,
  watch,
  answered,
  reserve = () => 0,
}: ConnectOptions): Connection {
  const { limits } = target;
  const { concurrency: connections, timeoutMs } = limits;
  const client = openClient(target, { connections });
  const control = openClient(target, { connections, timeoutMs: Math.max(timeoutMs, CONTROL_TIMEOUT_MS) });
  const stop = new AbortController();
  const stopped = new Promise<undefined>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  const redact = redactorOf(target);
  const kept = new KeptReplies();
  const { throttle } = gate;
  let requests = sent;
  let losses = 0;

  const note = (n: number, call: Call, context: SendContext, request: HttpRequest, delivery: Delivery) => {
    const lost =
      'lost' in delivery
        ? delivery.lost
        : (notItsOwn(delivery.reply) ?? (call.to === 'control' ? notDone(delivery.reply) : undefined));
    journal.write({
      k: 'exchange',
      n,
      ...context,
      ...(call.to === 'control' && { control: true }),
      ...(hasWrongKey(call) && { wrongKey: true }),
      ...recordOf(startedAt, request, delivery, redact),
      ...(lost !== undefined && { lost }),
      ...('lost' in delivery && delivery.code === undefined && { ours: true as const }),
    });
    return lost;
  };

  const judge = (n: number, call: Call, context: SendContext, request: HttpRequest, delivery: Delivery) => {
    const isRefused = throttle.refusedForMs >= limits.awayMs;
    if (!stop.signal.aborted)
      watch?.seen(asWatched(delivery, isRefused), { byControl: call.to === 'control' });
    const lost = note(n, call, context, request, delivery);
    if (lost !== undefined) losses += 1;
    const observation =
      'reply' in delivery && lost === undefined
        ? { reply: kept.of(delivery.reply) }
        : { lost: lost ?? 'no reply' };
    if (mayBeApplied(delivery)) answered?.(call, observation);
    return observation;
  };

  const sentOnce = async (request: HttpRequest, call: Call): Promise<Delivery> => {
    const tripOf = (delivery: Delivery): Trip | undefined => tripFrom(delivery, call, request);
    try {
      return await gate(() => client.send(request), { signal: stop.signal, bypassGate, tripOf });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      return { lost: 'interrupted' };
    }
  };

  /** Notes it in the journal when the answer takes long. */
  const sentToControl = async (
    { method, path }: Call,
    { suite }: SendContext,
    request: HttpRequest,
  ): Promise<Delivery> => {
    const since = steadyNow() - startedAt;
    const timer = setTimeout(() => {
      const at = steadyNow() - startedAt;
      journal.write({ k: 'suite', name: suite, event: 'progress', waiting: { method, path, since }, at });
    }, SLOW_CONTROL_MS);
    try {
      return await control.send(request);
    } finally {
      clearTimeout(timer);
    }
  };

  /** Notes a demand to slow down. Gives whether the request may be taken within the time for which a target is waited for. */
  const isWorthWaiting = async (waitMs: number, attempt: number): Promise<boolean> => {
    const isNear = waitMs <= limits.awayMs;
    await Promise.race([throttle.demanded(isNear ? waitMs : 0, attempt === mostAttempts), stopped]);
    const { perSecond } = throttle;
    journal.write({
      k: 'trouble',
      at: steadyNow() - startedAt,
      kind: 'target',
      cause: 'the target asked to slow down (HTTP 429)',
      event: 'slowed',
      ...(perSecond !== undefined && { perSecond: Math.round(perSecond * 10) / 10 }),
    });
    return isNear && attempt < mostAttempts && throttle.refusedForMs < limits.awayMs;
  };

  return {
    get requests() {
      return requests;
    },
    get losses() {
      return losses;
    },
    async send(call, context) {
      if (stop.signal.aborted) return { lost: 'interrupted' };
      const ready = watch?.ready();
      // Only where there is something to wait for: each wait stays with the signal until the end.
      const isThere = typeof ready === 'object' ? await Promise.race([ready, stopped]) : ready;
      if (isThere === false) return { lost: 'the target is gone' };
      if (call.to !== 'control' && call.pauseMs !== undefined)
        await Promise.race([sleep(call.pauseMs, undefined, { ref: false }), stopped]);
      if (stop.signal.aborted) return { lost: 'interrupted' };
      const request = withTrace(toHttp(call, target), target.way?.traceHeader, { startedAt, ...context });
      // The target's limits are not the control interface's.
      if (call.to === 'control')
        return judge(requests, call, context, request, await sentToControl(call, context, request));
      if (taken.count + reserve() >= maxRequests) throw new BudgetSpent(maxRequests);
      const isWrong = wrongKeys !== undefined && hasWrongKey(call);
      if (isWrong && !wrongKeys.take(context.phase === 'explore' ? call : undefined))
        return { lost: 'limits.wrong_keys allows no further attempt with a wrong key' };
      for (let attempt = 1; ; attempt += 1) {
        if (taken.count + reserve() >= maxRequests) throw new BudgetSpent(maxRequests);
        taken.count += 1;
        const n = ++requests;
        const delivery = await sentOnce(request, call);
        const waitMs = demandedMs(delivery);
        if (waitMs === undefined && 'reply' in delivery) throttle.taken();
        // What is turned away had no effect, so it is sent again. A wrong key is not: it may be turned away for that, and each attempt counts.
        const isOver =
          waitMs === undefined || !(await isWorthWaiting(waitMs, attempt)) || stop.signal.aborted;
        if (isOver || hasWrongKey(call)) return judge(n, call, context, request, delivery);
        note(n, call, context, request, delivery);
      }
    },
    noteSent(exchange, context) {
      taken.count += 1;
      requests += 1;
      journal.write({ k: 'exchange', n: requests, ...context, ...exchange });
    },
    interrupt() {
      stop.abort();
      client.interrupt();
      control.interrupt();
    },
    async close() {
      stop.abort();
      await Promise.all([client.close(), control.close()]);
    },
  };
}

/** What the watch sees: a gateway's page says that the target was not reached, and so does one that turns every request away. */
function asWatched(delivery: Delivery, isRefused: boolean): Delivery {
  if ('lost' in delivery || delivery.refused === true) return delivery;
  const { reply } = delivery;
  const lost = isGatewayPage(reply) || (isRefused && reply.http === 429) ? notItsOwn(reply) : undefined;
  return lost === undefined ? delivery : { lost, code: 'EHOSTUNREACH' };
}

/** What is larger takes longer on the way, bytes. */
const largeBytes = 16 * 1024;

/**
 * How long a request took, beside others of its operation that were executed or refused like it and are about as large. Nothing where its answer came from
 * elsewhere or where we ended it.
 */
function tripFrom(delivery: Delivery, call: Call, { body }: HttpRequest): Trip | undefined {
  if ('lost' in delivery)
    return delivery.code === undefined || delivery.code === 'EMSGSIZE' ? undefined : 'lost';
  const { reply, ms } = delivery;
  if (isGatewayPage(reply)) return 'lost';
  if (notItsOwn(reply) !== undefined) return undefined;
  const isLarge = (body?.length ?? 0) + reply.text.length > largeBytes;
  const kind = `${call.to} ${call.operation} ${reply.http < 400 ? 'executed' : 'refused'}${isLarge ? ' large' : ''}`;
  return { kind, ms };
}

/** How long a target wants nothing to be sent, ms; undefined where it does not ask to slow down. */
function demandedMs(delivery: Delivery): number | undefined {
  if ('lost' in delivery || delivery.reply.http !== 429) return undefined;
  return retryAfterMs(delivery.headers['retry-after']);
}

/** Whether a request may have had an effect: not one that did not arrive, or that was turned away for its rate. */
function mayBeApplied(delivery: Delivery): boolean {
  return 'lost' in delivery ? delivery.code !== 'ECONNREFUSED' : delivery.reply.http !== 429;
}

/** Why a control reply counts as none: what an error refuses did not happen, and the target is not accused of that. */
function notDone({ http }: Reply): string | undefined {
  return http >= 200 && http < 300 ? undefined : `the control interface answered HTTP ${http}`;
}

/** Longer than any form of a secret. */
const FORM_CHARACTERS = 16 * 1024;

/** What the journal keeps of one exchange. */
function recordOf(startedAt: number, request: HttpRequest, delivery: Delivery, redact: Redact) {
  const came = 'reply' in delivery ? delivery : undefined;
  const long = came !== undefined && came.reply.text.length > MOST_CHARACTERS;
  return {
    at: (came?.at ?? steadyNow()) - startedAt,
    ms: came === undefined ? 0 : Math.round(came.ms * 100) / 100,
    request: request.journal,
    ...(came !== undefined && {
      reply: {
        http: came.reply.http,
        headers: came.headers,
        body: long ? cutText(came.reply.text, redact) : came.reply.text,
        ...(long && { truncated: true as const }),
      },
    }),
  };
}

/** The beginning of a long text. It is redacted before it is cut, or half a secret would stay at the cut. */
function cutText(text: string, redact: Redact): string {
  const beyond = MOST_CHARACTERS + FORM_CHARACTERS;
  const clean = redact(text.slice(0, beyond));
  const end = text.length > beyond ? clean.length - FORM_CHARACTERS : clean.length;
  return clean.slice(0, Math.min(MOST_CHARACTERS, end));
}

/** What a request belongs to. */
interface Traced {
  /** When its run began, ms since the epoch: traces of two runs are not one. */
  readonly startedAt: number;
  readonly sequence: string;
  readonly step: string;
}

/** A request with a header that names its sequence and step; `traceparent` has the form of W3C Trace Context, version 00. */
function withTrace(
  request: HttpRequest,
  header: string | undefined,
  { startedAt, sequence, step }: Traced,
): HttpRequest {
  if (header === undefined) return request;
  const name = sequence === '' ? 'payproof' : `${sequence}/${step}`;
  const value =
    header === 'traceparent' ? `00-${hexOf(`${startedAt} ${sequence}`, 32)}-${hexOf(name, 16)}-01` : name;
  const { journal } = request;
  return {
    ...request,
    headers: { ...request.headers, [header]: value },
    journal: { ...journal, headers: { ...journal.headers, [header]: value } },
  };
}

const hexOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
