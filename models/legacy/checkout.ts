import { isDeepStrictEqual } from 'node:util';
import type { Breach } from '../../engine/model.ts';
import { checkout as rules } from '../../spec/legacy/checkout.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { at, hasOwn, isObject, shown } from '../checks.ts';

/** One request of the checkout to Authorize, and its reply's body. */
export interface SeenAuthorize {
  readonly authorization?: string | undefined;
  readonly body: unknown;
  readonly reply: unknown;
}

/** What became of one launch of the checkout. Absent: not known. */
export interface Launch {
  readonly consumer: 'approve' | 'pin' | 'reject';
  readonly key: string;
  /** What the callback received, one for each call. */
  readonly told: readonly unknown[];
  /** The requests to Authorize that the browser has sent, and whether it has sent nothing at all since the click. */
  readonly authorized: readonly SeenAuthorize[];
  readonly isSilent: boolean;
  readonly page: {
    readonly isLoaded: boolean;
    readonly added: readonly string[];
    readonly isDefined: boolean;
    readonly isConfigured: boolean;
    readonly problem?: string;
    readonly opened: readonly { readonly byClick: boolean; readonly blocked: boolean }[];
  };
  /** Whether the click has opened a window or a frame, whether the first step was there, and whether all of it is gone again. */
  readonly isOpened: boolean;
  readonly isShown: boolean;
  readonly isGone: boolean;
  readonly stuck?: string;
  /** Hosts to which requests were refused: a missing part of the page may come from one of them. */
  readonly refusedHosts: readonly string[];
  /** Whether the service can reach the logo of the page. */
  readonly reachesLogo: boolean;
  /** Whether it was requested, and in what it is shown; absent where no dialog was seen, or no logo given. */
  readonly logo?: { readonly isAsked: boolean; readonly frame?: 'round' | 'square' };
  /** What Status says of the payment that the callback received. */
  readonly status?: { readonly status: unknown };
  /** The PINs that were typed, in their order. */
  readonly typedPins: readonly string[];
}

export interface CheckoutVerdict {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
}

const success = 'authorize_success';
const asks = 'authenticate_consumer';
const statusOf = (reply: unknown): unknown => at(reply, ['status']);
const isSuccess = (reply: unknown): boolean => statusOf(reply) === success;

/** Judges one launch (legacy, Endpoints, Checkout app and Authorize). What was not seen is neither proven nor accused. */
export function judgeLaunch(launch: Launch): CheckoutVerdict {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const judge: Judge = ({ id: rule }, holds, expected, received) => {
    if (holds) evidence.add(rule);
    else breaches.push({ rule, expected, received });
  };
  judgePage(launch, judge);
  if (launch.page.isConfigured && breaches.length === 0) {
    if (launch.consumer === 'pin') judgePin(launch, judge);
    // A breach of the step before explains what the callback received.
    if (breaches.length === 0) judgeTold(launch, judge);
    judgeLogo(launch, judge);
  }
  const broken = new Set(breaches.map(({ rule }) => rule));
  return { evidence: [...evidence].filter((one) => !broken.has(one)), breaches };
}

type Judge = (row: Requirement, holds: boolean, expected: string, received: string) => void;

/** Whether Status knows the payment that the callback received. */
const isKnown = ({ status }: Launch): boolean => status?.status === 'open' || status?.status === 'close';

/** Whether nothing was refused: what is missing may have come from there, with the form of what is shown. */
const isWhole = ({ refusedHosts }: Launch): boolean => refusedHosts.length === 0;

/** The script, the key, and what a click opens. */
function judgePage(launch: Launch, judge: Judge): void {
  const { page, key, authorized, told, stuck } = launch;
  if (!page.isLoaded) return;
  if (!page.isDefined) {
    // With another name it may be there: then the settings are to be mended.
    if (page.added.length === 0 && isWhole(launch))
      judge(rules.script, false, 'a script that defines what a page configures', 'it defines nothing');
    return;
  }
  if (!page.isConfigured) {
    const why = `configuring it threw ${shown(page.problem)}`;
    if (isWhole(launch)) judge(rules.key, false, 'an app that is configured with the API key alone', why);
    return;
  }
  const isMade = told.some(isSuccess) && isKnown(launch);
  const other = authorized.find(({ authorization }) => !isBearer(authorization, key));
  if (other !== undefined)
    judge(
      rules.key,
      false,
      'Authorize called with the API key of the page',
      isWithoutKey(other.authorization)
        ? 'an Authorization header without a key, as of a script that reads it from a field of another name'
        : 'another Authorization header',
    );
  else if (authorized.length > 0 || isMade) judge(rules.key, true, '', '');
  if (launch.isShown) judge(rules.userAction, true, '', '');
  else if (
    page.opened.some(({ blocked }) => blocked) &&
    !launch.isOpened &&
    stuck !== undefined &&
    isWhole(launch)
  )
    judge(
      rules.userAction,
      false,
      'a checkout that opens when it is launched by a click',
      'a window was opened at another time, and blocked',
    );
  if (authorized.length > 0 || isMade) judge(rules.script, true, '', '');
  else if (told.some(isSuccess) && launch.status !== undefined && launch.isSilent && !launch.isOpened)
    judge(
      rules.script,
      false,
      'a call of Authorize',
      'a success, though nothing was opened, nothing was sent, and Status does not know it',
    );
}

/** Whether a header shows that no key was read: it is left out, or what a script makes of a field that is not there. */
function isWithoutKey(authorization: string | undefined): boolean {
  return ['', 'undefined', 'null'].some((none) => isBearer(authorization, none));
}

/** Names of authentication schemes have no case (RFC 9110, 11.1). */
function isBearer(authorization: string | undefined, key: string): boolean {
  const [scheme, ...others] = (authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && others.join(' ').trim() === key;
}

/** What the object of a launch is made of: a request that is repeated has the same, and may have more beside it. */
const launched = ['buyer', 'order', 'merchant_data', 'options', 'checksum'] as const;

/** The PIN step: the request is repeated with what was typed. */
function judgePin(launch: Launch, judge: Judge): void {
  const { authorized, told, typedPins } = launch;
  const isGone = launch.isGone && isWhole(launch);
  const asked = authorized.findIndex(({ reply }) => statusOf(reply) === asks);
  const first = authorized[asked];
  if (first === undefined) {
    // Where Authorize is not seen, the call of the callback shows that the right one of two PINs was taken.
    if (authorized.length === 0 && typedPins.length > 1 && told.some(isSuccess) && isKnown(launch))
      judge(rules.pin, true, '', '');
    return;
  }
  const later = authorized.slice(asked + 1);
  const isTrue = !told.some(isSuccess) || authorized.some(({ reply }) => isSuccess(reply));
  if (!isTrue)
    judge(rules.pin, false, 'no success while the PIN is wrong', `the callback receives ${success}`);
  // A request for another PIN has none.
  const withCode = later.filter(({ body }) => !['', undefined, null].includes(codeOf(body)));
  if (withCode.length === 0) {
    if (typedPins.length > 0 && later.length > 0)
      judge(rules.pin, false, 'the PIN that was typed as auth_code', 'a request without one');
    else if (typedPins.length === 0 && told.length > 0 && isGone)
      judge(rules.pin, false, 'a question for the PIN', 'the checkout has ended without one');
    return;
  }
  const isRepeated = withCode.every(({ body }) =>
    launched.every((name) => isDeepStrictEqual(at(body, [name]), at(first.body, [name]))),
  );
  judge(rules.pin, isRepeated, 'the whole request again with auth_code', 'another request');
  const isTyped = withCode.every(({ body }) => typedPins.includes(String(codeOf(body))));
  if (typedPins.length > 0) judge(rules.pin, isTyped, 'the PIN that was typed as auth_code', 'another');
}

const codeOf = (body: unknown): string | undefined | null =>
  at(body, ['auth_code']) as string | undefined | null;

/** What a reply of Authorize is documented to hold. */
const documented = ['payment_id', 'status', 'reason', 'message', 'test'] as const;

/** Whether a call of the callback has the data of a reply (legacy, Authorize, its responses). */
function tells(call: unknown, reply: unknown): boolean {
  if (!isObject(call) || !isObject(reply)) return isDeepStrictEqual(call, reply);
  return documented.every(
    (name) => !hasOwn(reply, name) || (hasOwn(call, name) && isDeepStrictEqual(call[name], reply[name])),
  );
}

/** The callback, and what Status knows of what it received. It may be called for any reply, and again; only for a payment it must be. */
function judgeTold(launch: Launch, judge: Judge): void {
  const { told, authorized, status } = launch;
  const isGone = launch.isGone && isWhole(launch);
  const successes = told.filter(isSuccess);
  const replies = authorized.map(({ reply }) => reply);
  if (replies.length === 0) {
    if (successes.length === 0 || status === undefined) return;
    const received = `Status answers ${shown(status.status)}`;
    judge(rules.callback, isKnown(launch), 'the payment_id of the new payment', received);
    return;
  }
  const made = replies.findLast(isSuccess);
  if (made !== undefined) {
    const isTold = told.some((one) => tells(one, made));
    const received = told.length === 0 ? 'no call' : shown(successes[0] ?? told[0]);
    // A checkout that is still there may wait for the consumer before it calls.
    if (isTold || successes.length > 0 || isGone)
      judge(rules.callback, isTold, `the data of the reply: ${shown(made)}`, received);
  }
  for (const call of told) {
    const alike = replies.filter((reply) => statusOf(reply) === statusOf(call));
    if (alike.length === 0 && !isSuccess(call)) continue;
    if (!alike.some((reply) => tells(call, reply)))
      judge(rules.callback, false, `the data of a reply: ${shown(alike[0] ?? replies.at(-1))}`, shown(call));
  }
}

/** The logo of the page is asked for, and in no square frame. How the service shows its own is not shown. */
function judgeLogo(launch: Launch, judge: Judge): void {
  const { logo, reachesLogo, stuck } = launch;
  if (logo === undefined) return;
  if (logo.frame === 'square') {
    if (isWhole(launch)) judge(rules.logo, false, 'the logo of the page in a round frame', 'it is in none');
  } else if (logo.isAsked) judge(rules.logo, true, '', '');
  else if (reachesLogo && stuck === undefined && isWhole(launch))
    judge(rules.logo, false, 'the logo of the page', 'it was never requested');
}

/** What became of a launch without a callback: whether Authorize was called, and beside it the same of one with a callback, where one was made. */
export interface WithoutCallback {
  readonly isCalled: boolean;
  readonly isCalledWith?: boolean;
  readonly problem?: string | undefined;
}

/** Judges that the callback may be left out (legacy, Endpoints, Checkout app). A checkout that calls nothing with one either shows nothing of it. */
export function judgeWithoutCallback({ isCalled, isCalledWith, problem }: WithoutCallback): CheckoutVerdict {
  const { id: rule } = rules.callbackOptional;
  if (isCalled) return { evidence: [rule], breaches: [] };
  if (isCalledWith !== true) return { evidence: [], breaches: [] };
  const received = problem === undefined ? 'none, though there is one with a callback' : shown(problem);
  return { evidence: [], breaches: [{ rule, expected: 'a call of Authorize without a callback', received }] };
}
