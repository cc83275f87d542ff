import type { ExpectedNotification, StepId } from '../../../engine/model.ts';
import { close } from '../../../spec/legacy/close.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { update } from '../../../spec/legacy/update.ts';
import type { Span } from '../../../spec/instants.ts';
import { at } from '../../checks.ts';
import { clockBy, inTime, movedBy, offlineClock, passedAtLeast, passedBetween, timeAt } from '../../time.ts';
import type { PassedBeside } from '../../clock-call.ts';
import type { ClockReading, Notification, Reply, Sent } from '../../wire.ts';
import { allowed, expectedOnce } from '../events/events.ts';
import { append, type LegacyOutcome } from '../replies/outcome.ts';
import { withPayment, type LegacyState, type Payment } from './state.ts';

/** A target may keep its expiry in whole seconds, as it shows it, ms. */
export const expiryDigitMs = 1000;
/** So long before its expiry the requests of a sequence may last beyond it, ms. */
const nearMs = 90_000;

/** How old an authorization is by the moves of the clock alone, ms. */
export function ageOf(state: LegacyState, payment: Payment): number {
  return state.moved - payment.born;
}

/** How old an authorization is while a request is executed, ms; undefined where its answer was lost. */
function ageDuring(state: LegacyState, payment: Payment, request: Sent): Span | undefined {
  if (payment.authorization === undefined) return undefined;
  const { least, most } = passedBetween(payment.authorization, request, state.slackMs);
  const moves = ageOf(state, payment);
  return { least: least + moves - stoodSince(state, payment), most: most + moves };
}

/** How long the clock may have stood since a payment was made, ms. */
export function stoodSince({ stoodMs }: LegacyState, { bornStoodMs }: Payment): number {
  return stoodMs - bornStoodMs;
}

const mayBeOpen = (state: LegacyState, payment: Payment, request: Sent): boolean =>
  (ageDuring(state, payment, request)?.least ?? 0) < state.validityMs + expiryDigitMs;
const mayBeExpired = (state: LegacyState, payment: Payment, request: Sent): boolean =>
  (ageDuring(state, payment, request)?.most ?? Infinity) >= state.validityMs - expiryDigitMs;

/** Whether a payment expires by itself before a sequence ends, or may have: the clock was moved to shortly before its expiry. */
export function isNearExpiry(state: LegacyState, payment: Payment): boolean {
  const isPast = payment.state.by === 'expiry' || payment.outlived === true;
  return !isPast && state.validityMs - ageOf(state, payment) < nearMs;
}

/**
 * What is predicted of a payment as it is believed to stand and, shortly before its expiry, of one that has expired meanwhile: when an answer came tells
 * them apart.
 */
export function inEachStanding(
  state: LegacyState,
  key: StepId,
  payment: Payment,
  predict: (standing: { readonly state: LegacyState; readonly payment: Payment }) => readonly LegacyOutcome[],
): readonly LegacyOutcome[] {
  const open = predict({ state, payment });
  if (!isNearExpiry(state, payment)) return open;
  const by = (may: typeof mayBeOpen) => (request: Sent) => may(state, payment, request);
  const past = pastExpiry(payment);
  const after = predict({ state: withPayment(state, key, past), payment: past });
  return [
    ...open.map((one) => append(one, inTime(close.openUntilExpiry.id, 'before', by(mayBeOpen)))),
    ...after.map((one) => append(one, inTime(close.expiryCloses.id, 'after', by(mayBeExpired)))),
  ];
}

/** A payment past its expiry, at which a refund may have closed it before, or reopened it before it was closed again. */
function pastExpiry(payment: Payment): Payment {
  const { inDoubt, inDoubtAgain: _again, ...certain } = payment;
  const by = inDoubt === undefined ? 'expiry' : 'refund';
  if (payment.state.is === 'open')
    return { ...certain, state: { is: 'close', setBy: close.expiryCloses.id, seen: false, by } };
  return inDoubt === undefined
    ? { ...payment, outlived: true }
    : { ...certain, state: { ...payment.state, by } };
}

/**
 * After the clock was moved: payments past their validity are closed, captured or not (legacy, States and transitions). `beside`: what passed while
 * the move was waited for.
 */
export function predictPassing(
  state: LegacyState,
  ms: number,
  beside: PassedBeside = { waitedMs: 0, stoodMs: 0 },
): readonly LegacyOutcome[] {
  const moved = { ...state, moved: state.moved + ms };
  const passedMs = passedAtLeast(beside);
  const after = (reply: Reply | undefined): LegacyState => {
    const tookMs = (reply === undefined ? 0 : reply.receivedAt - reply.sentAt) + beside.stoodMs;
    return { ...moved, stoodMs: moved.stoodMs + tookMs, clock: clockOf(reply, moved, tookMs) };
  };
  const payments: Record<string, Payment> = {};
  const over: Payment[] = [];
  const near: Payment[] = [];
  const doubtful: Payment[] = [];
  const closedBefore: Payment[] = [];
  for (const [key, payment] of Object.entries(state.payments)) {
    const isOver = ageOf(moved, payment) + passedMs >= state.validityMs + expiryDigitMs;
    const { inDoubt, state: before } = payment;
    payments[key] = isOver
      ? pastExpiry(payment)
      : before.is === 'close'
        ? payment
        : { ...payment, state: { is: 'open', setBy: close.openUntilExpiry.id, seen: false } };
    if (isNearExpiry(moved, payments[key])) near.push(payment);
    if (!isOver) continue;
    // A refund may have closed or reopened it, so its close_success may come now, or came before.
    if (inDoubt !== undefined) doubtful.push(payment);
    else if (before.is === 'open') over.push(payment);
    else if (before.by !== 'expiry' && payment.outlived === undefined) closedBefore.push(payment);
  }
  /** Where it may have expired by itself before the clock was moved, its closing may have been sent then. */
  const due = (payment: Payment, reply: Reply | undefined) =>
    isNearExpiry(state, payment) && (reply === undefined || mayBeExpired(state, payment, reply))
      ? perhapsClosing(payment)
      : closing(payment);
  return [
    {
      name: over.length > 0 ? 'expired' : 'time passed',
      checks: [],
      next: (reply) => withClockRead({ ...after(reply), payments }),
      expects: (reply) => [
        ...over.flatMap((payment) => due(payment, reply)),
        ...[...doubtful, ...closedBefore, ...near].flatMap(perhapsClosing),
      ],
    },
  ];
}

function closing({ id, updatedLater }: Payment): readonly ExpectedNotification<Notification>[] {
  if (id === undefined) return [];
  const event = expectedOnce('close_success', { paymentId: id }, eventRules.closingOnExpiry);
  // An update that wrongly renewed the expiry also explains a missing notification.
  return [
    updatedLater === 'on a moved clock'
      ? { ...event, cites: [...event.cites, update.keepsExpiry.id] }
      : event,
  ];
}

/** Also where it was closed before: whether its expiry then still emits a closing is open (`legacy.events.closing-again`). */
function perhapsClosing({ id }: Payment): readonly ExpectedNotification<Notification>[] {
  return id === undefined ? [] : [allowed('close_success', { paymentId: id })];
}

/** The target's time while a request was executed, ms since the epoch; undefined where its clock is not known. */
export function timeOf({ clock, moved }: LegacyState, reply: Reply | undefined): Span | undefined {
  return reply === undefined || clock === undefined ? undefined : timeAt(movedBy(clock, moved), reply);
}

/** The target's clock less ours and less the moves of this sequence, from a control reply. `stoodMs`: how long it may have stood meanwhile. */
function clockOf(
  reply: Reply | undefined,
  { clock, moved }: LegacyState,
  stoodMs = 0,
): ClockReading | undefined {
  const shown = reply && clockBy(at(reply.body, ['now']), reply);
  if (shown !== undefined) return movedBy(shown, -moved);
  return clock && { ...clock, least: clock.least - stoodMs };
}

/** The state once the clock was read, which bounds from above when its payments were made. */
function withClockRead(state: LegacyState): LegacyState {
  const payments = Object.entries(state.payments).map(
    ([key, payment]) => [key, { ...payment, clockReadSince: true as const }] as const,
  );
  return { ...state, payments: Object.fromEntries(payments) };
}

/** Whether the expiry of a payment can be compared with the clock in full: where the suite moves the clock, it was read before and after the authorization. */
export const isDated = ({ isClockMoved }: LegacyState, { clock, clockReadSince }: Payment): boolean =>
  isClockMoved !== true || (clock !== undefined && clockReadSince === true);

/** Whether another reading of the clock makes it so, before the expiry is shown. */
export const awaitsClock = (state: LegacyState, payment: Payment): boolean =>
  payment.clock !== undefined && payment.expires === undefined && !isDated(state, payment);

/** After the clock was read. */
export function predictClock(state: LegacyState): readonly LegacyOutcome[] {
  return [
    {
      name: 'clock read',
      checks: [],
      next: (reply) =>
        withClockRead({ ...state, clock: reply === undefined ? offlineClock : clockOf(reply, state) }),
    },
  ];
}
