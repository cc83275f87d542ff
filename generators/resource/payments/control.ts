import { pathOf, resourceOperations } from '../../../spec/operations.ts';
import { exactnessMs, instantMs } from '../../../spec/instants.ts';
import { createdAtOf, expiresAtOf, type ResourceState } from '../../../models/resource/state.ts';
import {
  predictAdoptPayment,
  predictIssuePayment,
  predictPassTime,
  predictReadClock,
} from '../../../models/resource/payments/control.ts';
import { advancingClock, type ClockMove } from '../../../models/clock-call.ts';
import type { ResourceOperation } from '../operations.ts';
import type { GivenPayment } from '../../../models/setup.ts';
import { givenId } from '../../../models/wire.ts';
import { pathSegment } from '../../../spec/forms.ts';
import { toTurnMs, turnMove } from '../../calendar.ts';
import { edgeMove, edgeOf, isEdge } from '../../expiry-edges.ts';
import { isOpen, onEach, paymentsOf, tokensOf } from '../attempts.ts';

/** A single payment made through control, which is the only way to get a REJECTED one. */
export const issuePayment: ResourceOperation = {
  name: 'issue-payment',
  control: true,
  attempts: (state) =>
    paymentsOf(state).length >= 2
      ? []
      : [
          { kind: 'REJECTED', uses: {}, weight: 0.3 },
          { kind: 'AUTHORIZED', uses: {}, weight: 0.2 },
        ],
  resolve: (_state, step) => ({
    to: 'control',
    operation: 'issue-payment',
    method: 'POST',
    path: '/payments',
    body: { status: step.kind },
  }),
  predict: (state, _call, step) =>
    predictIssuePayment(state, step.kind === 'REJECTED' ? 'REJECTED' : 'AUTHORIZED', step),
};

/** A payment of the settings, read to learn its state. Each serves one sequence, so nothing else is made in that. */
export function adoptPayment([sample, ...others]: readonly [
  GivenPayment,
  ...GivenPayment[],
]): ResourceOperation {
  const placeholder = givenId('payment');
  const all = [sample, ...others];
  return {
    name: 'adopt-payment',
    reads: true,
    attempts: (state) =>
      paymentsOf(state).length + tokensOf(state).length > 0 ? [] : [{ kind: 'given', uses: {} }],
    spends: () => 'payment',
    resolve: () => ({
      to: 'resource',
      operation: 'get',
      method: resourceOperations.get.method,
      path: pathOf(resourceOperations.get, placeholder),
      credential: 'valid',
      given: 'payment',
    }),
    predict(state, call, step) {
      const id = call.path.slice('/payments/'.length);
      // Offline no payment is chosen yet.
      const given = all.find((one) => pathSegment(one.id) === id) ?? { ...sample, id };
      return predictAdoptPayment(state, call, step, given);
    },
  };
}

// Long enough for the requests that follow, retries included; for a short validity half of it.
const marginMs = 20 * 60_000;

function beforeExpiry(validityMs: number): number {
  return Math.floor(Math.max(validityMs / 2, validityMs - marginMs));
}

// More than any rounding of instants to whole seconds.
const slackMs = 2000;

/** How far a move may miss its place: by a part of the way to the expiry, and never to its other side. */
function plainMove(kind: string, validityMs: number): ClockMove {
  const missMs = Math.min(60_000, (validityMs - beforeExpiry(validityMs)) / 4);
  return { earlyMs: kind === 'before' ? missMs : 0, lateMs: missMs, keeps: 'least' };
}

/** Moves the target's clock to shortly before, or past, the expiry of the only open payment, in a sequence that holds the target alone. */
export const passTime: ResourceOperation = {
  name: 'pass-time',
  control: true,
  attempts: (state) =>
    onEach('payment', paymentsOf(state), ({ status, moved }, key) =>
      isAlone(state, key) && status.is === 'AUTHORIZED' && moved !== 'past'
        ? [...(moved === undefined ? [{ kind: 'before', weight: 3 }] : []), { kind: 'past', weight: 3 }]
        : [],
    ),
  resolve(state, step) {
    const toTurn = toTurnMs(step.kind, state.clock);
    // Payments could expire on the way.
    if (toTurn !== undefined)
      return paymentsOf(state).length === 0
        ? advancingClock('pass-time', toTurn, turnMove(step.kind))
        : undefined;
    const validity = validityOf(state, step.uses['payment']);
    if (validity === undefined) return undefined;
    const edge = edgeOf(step.kind, validity);
    if (edge === undefined && isEdge(step.kind)) return undefined;
    const beside = edge !== undefined && edge >= 0 ? edge + digitsMs(state, step.uses['payment']) : edge;
    const plain = step.kind === 'before' ? beforeExpiry(validity) : validity + slackMs;
    const ms = beside === undefined ? plain : validity + beside;
    return advancingClock('pass-time', ms, edgeMove(step.kind) ?? plainMove(step.kind, validity));
  },
  predict(state, _call, step) {
    const edge = edgeOf(step.kind, Infinity);
    const isBefore = step.kind === 'before' || (edge !== undefined && edge < 0);
    return predictPassTime(state, isBefore ? 'before' : 'past', step, edge !== undefined);
  },
};

/** Reads the target's clock, so that what is made afterwards can be compared with it. */
export const readClock: ResourceOperation = {
  name: 'read-clock',
  control: true,
  attempts: (state) =>
    state.clock?.isRead === true || paymentsOf(state).length > 0 ? [] : [{ kind: 'read', uses: {} }],
  resolve: () => ({ to: 'control', operation: 'read-clock', method: 'GET', path: '/clock' }),
  predict: predictReadClock,
};

/** How far instants of a payment have to be passed so that their last digits leave no doubt, ms. */
function digitsMs({ payments }: ResourceState, key: string | undefined): number {
  const payment = key === undefined ? undefined : payments[key];
  const shown = payment === undefined ? [] : [createdAtOf(payment), expiresAtOf(payment)];
  return shown.reduce((sum, one) => sum + (one === undefined ? 0 : exactnessMs(one)), 2);
}

/** Whether no other payment can expire: all others are closed, rejected or expired. */
function isAlone(state: ResourceState, key: string): boolean {
  return paymentsOf(state).every(([other, payment]) => other === key || !isOpen(payment));
}

// Offline any will do: a reply will show the instants before the step runs.
const offlineValidityMs = 30 * 86_400_000;

/**
 * The validity of the payment's authorization, ms. The document gives no period, so it is read from the payment; where created_at can't be
 * read, it is at most what lies between the request and the expiry.
 */
function validityOf(state: ResourceState, key: string | undefined): number | undefined {
  const payment = key === undefined ? undefined : state.payments[key];
  if (key === undefined || payment === undefined || !isAlone(state, key)) return undefined;
  const [createdAt, expiresAt] = [createdAtOf(payment), expiresAtOf(payment)];
  const { madeAfter } = payment;
  const since = createdAt === undefined ? madeAfter : instantMs(createdAt);
  if (since === undefined || expiresAt === undefined)
    return payment.id === undefined ? offlineValidityMs : undefined;
  return Math.max(0, instantMs(expiresAt) - since);
}
