import type { Check } from '../../engine/model.ts';
import { captureRules } from '../../spec/resource/payments/capture.ts';
import { instantSpan, isInstant } from '../../spec/instants.ts';
import { at, breachesOf } from '../checks.ts';
import { clockBy, inTime, roughMs, timeAt } from '../time.ts';
import { withChecks } from '../with-checks.ts';
import type { Reply } from '../wire.ts';
import { entries } from './forms.ts';
import {
  createdAtOf,
  expiresAtOf,
  type Capture,
  type Outcomes,
  type Payment,
  type ResourceState,
} from './state.ts';

/** The state after a token was issued, whose answer shows in one of these fields an instant of just now. What a reading of the clock has shown is surer. */
export function clockLearned(
  state: ResourceState,
  reply: Reply | undefined,
  names: readonly string[],
): ResourceState {
  const clock = reply && clockBy(names.map((name) => at(reply.body, [name])).find(isInstant), reply);
  return clock === undefined || isReliable(state.clock) ? state : { ...state, clock };
}

/** Whether the clock is known by more than what an answer shows of something that was made. */
const isReliable = (clock: ResourceState['clock']): boolean =>
  clock !== undefined && (clock.isRead === true || clock.readAt === undefined);

/** The state after control has shown the clock. */
export function clockRead(state: ResourceState, reply: Reply | undefined): ResourceState {
  const clock = reply && clockBy(at(reply.body, ['now']), reply);
  return clock === undefined ? state : { ...state, clock: { ...clock, isRead: true } };
}

/** The state after control has moved the clock. Without an instant in the reply the clock is not known any more. */
export const clockMoved = (state: ResourceState, reply: Reply | undefined): ResourceState =>
  clockRead({ ...state, clock: undefined }, reply);

/** A new payment with the time of its request, where its created_at can't be read. */
export function dated(payment: Payment, { clock }: ResourceState, reply: Reply | undefined): Payment {
  if (reply === undefined || clock === undefined || createdAtOf(payment) !== undefined) return payment;
  return { ...payment, madeAfter: timeAt(clock, reply).least };
}

/**
 * On which side of its expiry a payment is after the clock was moved to one of them: by the time that control shows, as far as the last digits
 * of both instants decide it. `isNear`: to so near it that only a time shown tells.
 */
export function sideOfExpiry(
  payment: Payment,
  meant: 'before' | 'past',
  reply: Reply | undefined,
  isNear = false,
): Payment['moved'] {
  const expiry = instantSpan(expiresAtOf(payment));
  const now = instantSpan(at(reply?.body, ['now']));
  if (expiry === undefined || now === undefined)
    return isNear && meant === 'before' && reply !== undefined ? 'perhaps-past' : meant;
  if (now.least > expiry.most) return 'past';
  return now.most < expiry.least ? 'before' : 'perhaps-past';
}

/** Whether a payment may be past its expiry. */
export const mayBePast = ({ moved }: Payment): boolean => moved === 'past' || moved === 'perhaps-past';

/** On which side of its expiry a payment may be after the clock was moved on account of another one. */
export function besideExpiry(payment: Payment, reply: Reply | undefined): 'past' | 'perhaps-past' {
  return payment.moved === 'past' || sideOfExpiry(payment, 'before', reply) === 'past'
    ? 'past'
    : 'perhaps-past';
}

/** An estimated clock may be that of a gateway: only what is wrong by more, as in another time zone, is certain. */
const gatewayMs = 8 * 60_000;

/**
 * That what a request makes is dated with the target's time of just then, where its clock is known: `created_at` is 'Creation instant, ISO 8601, UTC'
 * (resource, Resources and their fields, Payment). `shownIn`: the instants in an answer.
 */
export function dating(
  { clock, slackMs = 0 }: ResourceState,
  rule: string,
  field: string,
  shownIn: (body: unknown) => readonly unknown[],
): readonly Check<Reply>[] {
  if (clock === undefined || !isReliable(clock)) return [];
  const unsureMs = slackMs + (clock.readAt === undefined ? gatewayMs : 0);
  return [
    {
      cites: [rule],
      about: field,
      countsAsEvidence: false,
      test(reply) {
        // Others may have moved the clock on since it was read.
        const { least, most: atMost } = timeAt(clock, reply, unsureMs);
        const most = atMost + (clock.readAt === undefined ? 0 : roughMs);
        const isWrong = (one: string): boolean => {
          const span = instantSpan(one);
          return span !== undefined && (span.most < least || span.least > most);
        };
        const wrong = shownIn(reply.body).filter(isInstant).find(isWrong);
        const expected = `${field} of the time of the request, ${inWords(least)} to ${inWords(most)}`;
        return wrong === undefined ? [] : breachesOf([rule], expected, wrong, { about: field });
      },
    },
  ];
}

/** The same of the one entry of a list that a request adds. Where an answer was lost, it is not known which one that is. */
export function datingNew(
  state: ResourceState,
  rule: string,
  list: 'captures' | 'refunds',
  before: readonly Capture[],
): readonly Check<Reply>[] {
  const ids = new Set<unknown>(before.map(({ id }) => id));
  if (ids.has(undefined)) return [];
  return dating(state, rule, `${list}.created_at`, (body) =>
    entries(at(body, [list])).flatMap((one) => (ids.has(one['id']) ? [] : [one['created_at']])),
  );
}

const inWords = (ms: number): string => new Date(ms).toISOString();

/**
 * What is predicted of a payment on each side of its expiry that it may be on. Shortly before it, when an answer came tells them apart. Where no clock
 * was read it may be either: a refusal as expired then proves nothing, since no reply has shown it expired.
 */
export function onEachSide(
  { clock, slackMs }: ResourceState,
  payment: Payment,
  predict: (payment: Payment) => Outcomes,
): Outcomes {
  const { moved, status } = payment;
  if (status.is !== 'AUTHORIZED' || (moved !== 'before' && moved !== 'perhaps-past')) return predict(payment);
  const expiry = instantSpan(expiresAtOf(payment));
  const past = predict({ ...payment, moved: 'past', seen: false });
  const before = predict({ ...payment, moved: moved === 'before' ? moved : undefined });
  if (expiry === undefined || clock?.isRead !== true)
    return moved === 'before' ? before : [...before, ...past];
  const rule = captureRules.beforeExpiry.id;
  const isBefore = inTime(rule, 'before', (request) => timeAt(clock, request, slackMs).least <= expiry.most);
  const isPast = inTime(rule, 'after', (request) => timeAt(clock, request, slackMs).most >= expiry.least);
  return [
    ...before.map((one) => withChecks(one, () => [isBefore])),
    ...past.map((one) => withChecks(one, () => [isPast])),
  ];
}
