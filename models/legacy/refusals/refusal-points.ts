import { common } from '../../../spec/legacy/common.ts';
import { legacyLatitudes as open } from '../../../spec/legacy/latitudes/latitudes.ts';
import type { Credential } from '../../../spec/wire-names.ts';
import { checksumVariants } from '../../../spec/wire-variants.ts';
import type { Reply } from '../../wire.ts';
import { authorize } from '../../../spec/legacy/authorize.ts';
import type { Checks } from '../../with-checks.ts';
import { field, at, check, isAbsent, judged } from '../../checks.ts';
import { choose } from '../../choose.ts';

import { append, type LegacyOutcome } from '../replies/outcome.ts';
import { anyFailureOf, failsWith, noJson, withStatus } from '../replies/replies.ts';
import { failureTexts } from '../payment/payment-checks.ts';
import { byHttp, refused } from './refused.ts';
import { Big } from 'big.js';
import type { Check } from '../../../engine/model.ts';
import { status } from '../../../spec/legacy/status.ts';
import type { Payment } from '../payment/state.ts';
import type { Step } from '../../../engine/model.ts';
import type { ApiCall } from '../../wire.ts';
import type { Refusable } from './refused.ts';

/** What the guards need to know of a call. */
export interface GuardedCall extends Refusable {
  readonly call: ApiCall;
  readonly step: Step;
  /** What the checksum must be made of. */
  readonly signed: string;
  /** The same by another reading of the document; absent: there is one. */
  readonly signedOtherwise?: string;
  /** The rule that is broken by executing a body without what its table requires; undefined: it has all. */
  readonly lacks: string | undefined;
  /** The row of a required field that it lacks beside; undefined: it has all. */
  readonly lacksDetail?: string | undefined;
  /** Whether the refusal of a body that lacks something may be for something else, in the same words. Default: not. */
  readonly isRefusedAlike?: boolean | undefined;
  /** What follows when nothing is wrong with key, checksum and form. */
  readonly executed: () => readonly LegacyOutcome[];
}

const elsewhere = {
  http: open.checksumHttp,
  status: open.checksumStatus,
  named: common.checksumStatus.id,
} as const;

/** A refusal whose status a table names, and the row about it. */
type NamedStatus = typeof elsewhere;
/** The open point of a refusal whose status no table names for certain. */
type OpenStatus = typeof open.authorizeChecksumStatus | typeof open.missingChecksumStatus;

/** The open points of a refusal for the checksum: for a wrong one by its operation, and for none at all (legacy, Errors). */
const checksumPoints = {
  missing: { http: open.missingChecksumHttp, status: open.missingChecksumStatus },
  authorize: { http: open.authorizeChecksumHttp, status: open.authorizeChecksumStatus },
  update: elsewhere,
  close: elsewhere,
  capture: elsewhere,
  status: elsewhere,
  refund: elsewhere,
} as const;

/** The open points of a refusal for the body: for one that is no JSON object, and for one that lacks data (legacy, Errors). */
export const dataPoints = {
  noJson: { http: open.noJsonHttp, status: open.noJsonStatus },
  missing: { http: open.missingDataHttp, status: open.missingDataStatus },
} as const;

/** The rule that each kind of wrong key breaks by being taken (legacy, Authentication). */
export const keyRules: Readonly<Record<Exclude<Credential, 'valid'>, string>> = {
  missing: common.keyRequired.id,
  wrong: common.keyChecked.id,
  cut: common.keyChecked.id,
  'cut-start': common.keyChecked.id,
  longer: common.keyChecked.id,
  'longer-start': common.keyChecked.id,
  bare: common.bearer.id,
  'other-case': common.keyChecked.id,
  public: common.keyChecked.id,
  'other-interface': common.keyChecked.id,
  'other-scheme': common.bearer.id,
};

/** What the refusal of a checksum is about: that it is missing, its value alone, or perhaps its form. */
function aboutChecksum({ call }: Pick<GuardedCall, 'call'>): 'absent' | 'mismatch' | undefined {
  const { corruption } = call.checksum ?? { corruption: 'missing' };
  return corruption === undefined ? 'mismatch' : checksumVariants[corruption].refusedAs;
}

/**
 * A request whose checksum is missing or wrong. Where it is wrong in its form too, the answer may be about that, so that it settles no open
 * point. `countsAsEvidence`: false where the checksum is right by another reading.
 */
export function badChecksum(
  request: GuardedCall,
  rule: string,
  countsAsEvidence = true,
): readonly LegacyOutcome[] {
  const base = append(
    refused(request, 'refused: checksum', [rule], countsAsEvidence),
    ...shownNothing(request),
  );
  const { operation } = request;
  const about = aboutChecksum(request);
  const points = checksumPoints[about === 'absent' ? 'missing' : operation];
  if (about === undefined) {
    const any = append(base, withStatus, failsWith(anyFailureOf(operation)));
    return [...byReason(request, any, countsAsEvidence), append(base, noJson)];
  }
  return byHttp(
    points.http,
    ['400', '401', 'other-4xx', '200', '5xx'],
    'named' in points ? asNamed(base, points) : inAnyWords(request, points.status, base, countsAsEvidence),
    request,
  );
}

/** The table for every operation names the status of a checksum mismatch (legacy, Errors). It binds where JSON is returned. */
function asNamed(base: LegacyOutcome, { status: point, named }: NamedStatus): readonly LegacyOutcome[] {
  return choose(point, {
    request_failed: append(base, withStatus, failsWith(['request_failed'], named)),
    none: append(base, noJson),
  });
}

/** Authorize is shown with another status than that table, and a missing checksum may be missing data or a mismatch. */
function inAnyWords(
  request: GuardedCall,
  point: OpenStatus,
  base: LegacyOutcome,
  countsAsEvidence: boolean,
): readonly LegacyOutcome[] {
  const as = (name: string) =>
    byReason(request, append(base, withStatus, failsWith([name])), countsAsEvidence);
  return choose(point, {
    request_failed: as('request_failed'),
    failed_request: as('failed_request'),
    'operation-fail': as(`${request.operation}_fail`),
    bad_request: as('bad_request'),
    none: append(base, noJson),
  });
}

/** At Authorize a wrong checksum was observed with a reason and a message, as each of its failures has (legacy, Endpoints, Authorize; Errors). */
function byReason(
  request: GuardedCall,
  refusal: LegacyOutcome,
  countsAsEvidence: boolean,
): readonly LegacyOutcome[] {
  if (request.operation !== 'authorize' || !countsAsEvidence || aboutChecksum(request) === 'absent')
    return [refusal];
  const whole = append(refusal, ...failureTexts(authorize.checksumReply.id));
  return choose(open.checksumReason, {
    bad_checksum: append(whole, reasonOfChecksum),
    other: append(whole, otherReason),
  });
}

const isBadChecksum = (value: unknown): boolean => value === 'bad_checksum';
const reasonOfChecksum = field(
  common.checksumReason.id,
  'reason',
  judged(isBadChecksum, { is: 'bad_checksum' }),
);
const otherReason = field(
  common.checksumReason.id,
  'reason',
  judged((value) => !isBadChecksum(value), { not: 'bad_checksum' }),
  {
    countsAsEvidence: false,
  },
);

/**
 * That a refused Status shows nothing of the payment that was not sent (legacy, Endpoints, Status; Authentication): not as a field, and not
 * anywhere in its text, whether JSON or not.
 */
export function shownNothing({
  state,
  payment,
  operation,
  call,
}: Pick<GuardedCall, 'state' | 'payment' | 'operation' | 'call'>): Checks {
  if (operation !== 'status') return [];
  const about = payment === undefined ? undefined : state.payments[payment];
  const rule = status.refusedShowsNothing.id;
  const fields = check(rule, 'neither expires, nor amount, nor order_ref', fieldsShown, isNone, {
    about: 'refused status',
    countsAsEvidence: false,
  });
  if (about === undefined) return [fields];
  const sent = [at(call.body, ['payment_id']), about.id].filter((id) => typeof id === 'string');
  return [fields, inText(rule, about, sent)];
}

const isNone = (shown: unknown): boolean => (shown as readonly string[]).length === 0;

const fieldsShown = ({ body }: Reply): readonly string[] =>
  ['expires', 'amount', 'order_ref'].filter((name) => !isAbsent(at(body, [name])));

/** Evidence only where there was something to show that can't be in a text by chance. */
function inText(rule: string, payment: Payment, sent: readonly string[]): Check<Reply> {
  const secrets = secretsOf(payment, sent);
  const shownIn = (reply: Reply) => {
    const text = sent.reduce((left, id) => left.replaceAll(id, ''), textOf(reply));
    return secrets.filter(({ isIn }) => isIn(text)).map(({ name }) => name);
  };
  return check(
    rule,
    'a text without the expiry, the amount and the order_ref of the payment',
    shownIn,
    isNone,
    {
      about: 'refused status',
      countsAsEvidence: secrets.length > 0,
    },
  );
}

/** The text of a reply. */
const textOf = ({ text, body }: Reply): string =>
  text === '' && body !== undefined ? JSON.stringify(body) : text;

interface Secret {
  readonly name: string;
  isIn(text: string): boolean;
}

/** What only a request that is executed may learn, as far as it is known and no page has it by chance. */
function secretsOf({ expires, orderRef, amount, authorized, order }: Payment, sent: readonly string[]) {
  const secrets: Secret[] = [];
  if (expires !== undefined) {
    // A second that is a month ahead; in ISO 8601 it has another letter between.
    const forms = [expires.is, expires.is.replace(' ', 'T')];
    secrets.push({ name: 'expires', isIn: (text) => forms.some((form) => text.includes(form)) });
  }
  const amounts = [...new Set([amount?.is, authorized, order.total].filter((one) => one !== undefined))];
  const distinctive = amounts.filter(isDistinctive);
  if (distinctive.length > 0)
    secrets.push({ name: 'amount', isIn: (text) => distinctive.some((one) => isNamedIn(text, one)) });
  const { is: ref } = orderRef;
  if (ref !== null && ref.length >= longEnough && !sent.some((id) => id.includes(ref)))
    secrets.push({ name: 'order_ref', isIn: (text) => text.includes(ref) });
  return secrets;
}

/** Shorter texts may be part of any page. */
const longEnough = 8;
/** An example on a page has a round amount, or a small one. */
const isDistinctive = (amount: string): boolean =>
  new Big(amount).gt(1000) && !new Big(amount).mod(100).eq(0);

/** Whether a text names an amount as one: numbers alone occur in any page. */
function isNamedIn(text: string, amount: string): boolean {
  const named = text.matchAll(/amount\W{1,6}(\d[\d,]*(?:\.\d+)?)/gi);
  return [...named].some(([, number = '']) => isSameNumber(number.replaceAll(',', ''), amount));
}

const isSameNumber = (text: string, amount: string): boolean =>
  /^\d+(?:\.\d+)?$/.test(text) && new Big(text).eq(amount);
