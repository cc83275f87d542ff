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
  readonly told: readonly unknown[];
  /** The requests to Authorize that the browser has sent, and whether it has sent any request besides. */
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
  readonly isOpened: boolean;
  readonly stuck?: string;
  readonly keySentTo: readonly string[];
  readonly paid: readonly string[];
  /** Whether the page gave a logo, and whether the service can reach it. */
  readonly givesLogo: boolean;
  readonly reachesLogo: boolean;
  readonly logo?: {
    readonly ofPage?: { readonly isLoaded: boolean; readonly isRound: boolean };
    readonly hasPicture: boolean;
  };
  /** What Status says of the payment that the callback was told of. */
  readonly status?: { readonly status: unknown };
  /** The right PIN, and whether a wrong one was typed before. */
  readonly pin?: string;
  readonly triedWrong?: boolean;
}

export interface CheckoutVerdict {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
}

const success = 'authorize_success';
const asks = 'authenticate_consumer';
const statusOf = (reply: unknown): unknown => at(reply, ['status']);

/** Judges one launch (legacy, Endpoints, Checkout app and Authorize). What was not seen is neither proven nor accused. */
export function judgeLaunch(launch: Launch): CheckoutVerdict {
  const evidence = new Set<string>();
  const breaches: Breach[] = [];
  const judge = ({ id: rule }: Requirement, holds: boolean, expected: string, received: string): void => {
    if (holds) evidence.add(rule);
    else breaches.push({ rule, expected, received });
  };
  judgePage(launch, judge);
  if (launch.page.isConfigured && breaches.length === 0) {
    if (launch.consumer === 'pin') judgePin(launch, judge);
    // A breach of the step before explains what the callback was told.
    if (breaches.length === 0) judgeTold(launch, judge);
    judgeLogo(launch, judge);
  }
  const broken = new Set(breaches.map(({ rule }) => rule));
  return { evidence: [...evidence].filter((one) => !broken.has(one)), breaches };
}

type Judge = (row: Requirement, holds: boolean, expected: string, received: string) => void;

/** The script, the key, and what a click opens. */
function judgePage(launch: Launch, judge: Judge): void {
  const { page, key, authorized, keySentTo, told, stuck } = launch;
  if (!page.isLoaded) return;
  if (!page.isDefined) {
    // With another name it may be there: then the settings are to be mended.
    if (page.added.length === 0)
      judge(rules.script, false, 'a script that defines what a page configures', 'it defines nothing');
    return;
  }
  if (!page.isConfigured) {
    const why = `configuring it threw ${shown(page.problem)}`;
    judge(rules.key, false, 'an app that is configured with the API key alone', why);
    return;
  }
  if (keySentTo.length > 0)
    judge(
      rules.key,
      false,
      'the API key sent to the service alone',
      `it was sent to ${keySentTo.join(', ')}`,
    );
  const other = authorized.find(({ authorization }) => authorization !== `Bearer ${key}`);
  if (other !== undefined)
    judge(rules.key, false, 'Authorize called with the API key of the page', 'another Authorization header');
  else if (authorized.length > 0) judge(rules.key, true, '', '');
  const early = page.opened.some(({ byClick, blocked }) => blocked && !byClick);
  const byClick = page.opened.some((one) => one.byClick && !one.blocked);
  if (early && !launch.isOpened && stuck !== undefined)
    judge(
      rules.userAction,
      false,
      'a checkout that opens when it is launched',
      'it was opened before, and blocked',
    );
  else if (byClick && launch.isOpened) judge(rules.userAction, true, '', '');
  if (authorized.length > 0) judge(rules.script, true, '', '');
  else if (told.some((one) => statusOf(one) === success) && launch.isSilent && !launch.isOpened)
    judge(
      rules.script,
      false,
      'a call of Authorize',
      'a success, though nothing was opened and nothing was sent',
    );
}

/** The PIN step: the request is repeated with what was typed. */
function judgePin({ authorized, told, triedWrong, pin }: Launch, judge: Judge): void {
  const [first, ...repeated] = authorized;
  if (first === undefined || statusOf(first.reply) !== asks) return;
  if (repeated.length === 0) {
    if (told.length > 0)
      judge(rules.pin, false, 'a question for the PIN', `the callback is told ${shown(statusOf(told[0]))}`);
    return;
  }
  const isWhole = repeated.every(({ body }) => isDeepStrictEqual(withoutCode(body), withoutCode(first.body)));
  judge(rules.pin, isWhole, 'the whole request again with auth_code', 'another request');
  const codes = repeated.map(({ body }) => at(body, ['auth_code']));
  const isCode =
    codes.every((one) => typeof one === 'string' && one !== '') && (triedWrong === true || codes[0] === pin);
  judge(rules.pin, isCode, 'the PIN that was typed as auth_code', 'none, or another');
  const last = repeated.at(-1);
  const isTrue = told.every((one) => statusOf(one) !== success || statusOf(last?.reply) === success);
  judge(rules.pin, isTrue, 'no success told while the PIN is wrong', `the callback is told ${success}`);
}

function withoutCode(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { auth_code: _code, ...others } = body;
  return others;
}

/** The callback, the form, and what Status knows of it. */
function judgeTold(launch: Launch, judge: Judge): void {
  const { told, authorized, paid, status } = launch;
  const last = authorized.at(-1)?.reply;
  const isLast =
    statusOf(last) === success || (statusOf(last) === 'authorize_fail' && launch.consumer !== 'pin');
  const [first] = told;
  if (isLast && first === undefined) {
    judge(rules.callback, false, `a call with the reply "${String(statusOf(last))}"`, 'no call');
    return;
  }
  if (first === undefined) return;
  if (isLast) {
    const all = `the data of the reply: ${shown(last)}`;
    judge(rules.callback, told.length === 1, 'one call', `${told.length} calls`);
    judge(rules.callback, holdsAll(first, last), all, shown(first));
  } else if (statusOf(first) === success && status !== undefined) {
    const known = status.status === 'open' || status.status === 'close';
    const received = `Status answers ${shown(status.status)}`;
    judge(rules.callback, known, 'the payment_id of the new payment', received);
  }
  const id = at(first, ['payment_id']);
  if (typeof id === 'string' && statusOf(first) === success)
    judge(
      rules.form,
      paid.includes(id),
      `a form with ${shown(id)}`,
      paid.length === 0 ? 'none' : shown(paid),
    );
}

/** Whether a value has all fields of another, each the same. */
function holdsAll(value: unknown, of: unknown): boolean {
  if (!isObject(of)) return isDeepStrictEqual(value, of);
  return Object.entries(of).every(
    ([name, one]) => hasOwn(value, name) && isDeepStrictEqual(value[name], one),
  );
}

/** The logo of the page in a round frame, or that of the service. */
function judgeLogo({ logo, givesLogo, reachesLogo }: Launch, judge: Judge): void {
  if (logo === undefined) return;
  const { ofPage, hasPicture } = logo;
  if (!givesLogo) {
    judge(rules.logo, hasPicture, 'the logo of the service', 'no picture');
    return;
  }
  if (ofPage?.isLoaded === true)
    judge(rules.logo, ofPage.isRound, 'the logo of the page in a round frame', 'it is in none');
  else if (reachesLogo)
    judge(rules.logo, false, 'the logo of the page', ofPage ? 'it is not loaded' : 'it is not shown');
}
