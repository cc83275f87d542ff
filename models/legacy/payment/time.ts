import type { ExpectedNotification } from '../../../engine/model.ts';
import { instantIn } from '../../../spec/instant.ts';
import { close } from '../../../spec/legacy/close.ts';
import { eventRules } from '../../../spec/legacy/events.ts';
import { update } from '../../../spec/legacy/update.ts';
import { at } from '../../checks.ts';
import type { Notification, Reply } from '../../wire.ts';
import { allowed, expectedOnce } from '../events/events.ts';
import type { LegacyOutcome } from '../replies/outcome.ts';
import type { LegacyState, Payment } from './state.ts';

/** How old an authorization is by the moves of the clock alone, ms. */
export function ageOf(state: LegacyState, payment: Payment): number {
  return state.moved - payment.born;
}

/** After the clock was moved: payments past their validity are closed, captured or not (legacy, States and transitions). */
export function predictPassing(state: LegacyState, ms: number, validityMs: number): readonly LegacyOutcome[] {
  const moved = { ...state, moved: state.moved + ms };
  const payments: Record<string, Payment> = {};
  const expired: Payment[] = [];
  const doubtful: Payment[] = [];
  const closedBefore: Payment[] = [];
  for (const [key, payment] of Object.entries(state.payments)) {
    const over = ageOf(moved, payment) >= validityMs;
    const { inDoubt, inDoubtAgain: _again, ...certain } = payment;
    // A refund may have closed or reopened it, so its close_success may come now, or came before.
    if (over && inDoubt !== undefined) doubtful.push(payment);
    payments[key] = over ? certain : payment;
    if (payment.state.is === 'close') {
      const { by } = payment.state;
      if (over && inDoubt === undefined && by !== 'expiry' && payment.outlived === undefined)
        closedBefore.push(payment);
      // A refund may have reopened it before it was closed again.
      if (over && inDoubt !== undefined)
        payments[key] = { ...certain, state: { ...payment.state, by: 'refund' } };
      else if (over) payments[key] = { ...payment, outlived: true };
      continue;
    }
    payments[key] = {
      ...(over ? certain : payment),
      state: over
        ? {
            is: 'close',
            because: close.expiryCloses.id,
            seen: false,
            // A refund may have closed it before.
            by: inDoubt === undefined ? 'expiry' : 'refund',
          }
        : { is: 'open', because: close.openUntilExpiry.id, seen: false },
    };
    if (over && inDoubt === undefined) expired.push(payment);
  }
  return [
    {
      name: expired.length > 0 ? 'expired' : 'time passed',
      checks: [],
      next: (reply) => ({ ...moved, payments, skew: skewOf(reply, moved) }),
      expects: () => [...expired.flatMap(closing), ...[...doubtful, ...closedBefore].flatMap(perhapsClosing)],
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

/** The target's clock when a reply was complete, ms since the epoch; undefined where it is not known. */
export function clockAt(state: LegacyState, reply: Reply | undefined): number | undefined {
  return reply === undefined || state.skew === undefined
    ? undefined
    : reply.receivedAt + state.skew + state.moved;
}

/** The target's clock less ours and less the moves of this sequence, from a control reply; ms. */
export function skewOf(reply: Reply | undefined, state: LegacyState): number | undefined {
  const now = at(reply?.body, ['now']);
  const ms = typeof now === 'string' ? instantIn(now) : Number.NaN;
  return reply === undefined || Number.isNaN(ms) ? state.skew : ms - reply.receivedAt - state.moved;
}

/** After the clock was read. */
export function predictClock(state: LegacyState): readonly LegacyOutcome[] {
  return [
    {
      name: 'clock read',
      checks: [], // Offline the clock counts as read: a sequence reads it once.
      next: (reply) => ({ ...state, skew: reply === undefined ? 0 : skewOf(reply, state) }),
    },
  ];
}
