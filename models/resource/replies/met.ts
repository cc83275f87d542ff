import type { Step } from '../../../engine/model.ts';
import { instantIn } from '../../../spec/forms.ts';
import { getRules } from '../../../spec/resource/payments/get.ts';
import { paymentRules } from '../../../spec/resource/payment.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { at, isObject } from '../../checks.ts';
import type { Call, Reply } from '../../wire.ts';
import { timeAt } from '../../time.ts';
import { besideExpiry, clockMoved } from '../clock.ts';
import { decimalText, entries, sameState } from '../forms.ts';
import { instantMs } from '../../../spec/instants.ts';
import { guarded } from '../requests/requests.ts';
import { predictPassTime } from '../payments/control.ts';
import { partsShown } from '../payments/checks/entries.ts';
import { paymentForm } from '../payments/checks/form.ts';
import { learned } from '../payments/learn.ts';
import { returnsPayment } from '../payments/checks/object.ts';
import { predictMoment } from '../tokens/control.ts';
import { bumpVersion } from '../tokens/learn.ts';
import {
  createdAtOf,
  expiresAtOf,
  withPayment,
  withToken,
  type Capture,
  type Outcomes,
  type Pairs,
  type Payment,
  type PaymentStatus,
  type ResourceState,
} from '../state.ts';
import { succeeded } from './verdicts.ts';

const statuses: readonly PaymentStatus[] = ['AUTHORIZED', 'CLOSED', 'REJECTED'];

/**
 * The first read of a payment that was made before a recording began: its values are taken as they are, if it has the form of a payment.
 * `captureOf` names its captures.
 */
export function predictMeetPayment(
  state: ResourceState,
  call: Call,
  step: Step,
  captureOf: (index: number) => string,
): Outcomes {
  return guarded(state, call, step, 'GET', () => [
    {
      name: 'met',
      checks: [
        succeeded([getRules.returnsPayment.id], [getRules.returnsPayment.id]),
        returnsPayment(getRules.returnsPayment.id),
        ...paymentForm,
      ],
      next: (reply?: Reply) => {
        const met = reply && metPayment(state, reply, captureOf);
        return met === undefined ? state : withPayment(state, step.id, met);
      },
    },
  ]);
}

function metPayment(
  { clock, slackMs }: ResourceState,
  reply: Reply,
  captureOf: (index: number) => string,
): Payment | undefined {
  const { body } = reply;
  const status = statuses.find((one) => sameState(at(body, ['status']), one));
  if (status === undefined) return undefined;
  const captures = entries(at(body, ['captures'])).map((shown, index) => ({
    ...shownEntry(shown, captureOf(index)),
    parts: partsShown(shown),
  }));
  const refunds = entries(at(body, ['refunds'])).map((shown, index) => {
    const of = captures.find(({ id }) => id !== undefined && id === shown['capture_id']);
    return {
      ...shownEntry(shown, `${captureOf(index)}-refund`),
      capture: of?.step ?? captureOf(0),
      ...(typeof shown['reason'] === 'string' && { reason: shown['reason'] }),
    };
  });
  const payment: Payment = {
    status: { is: status, setBy: paymentRules.status.id },
    seen: true,
    isTokenUnknown: true,
    after: 'read',
    captures,
    refunds,
  };
  const met = learned(payment, 'read', reply);
  const expiresAt = expiresAtOf(met);
  const expiry = expiresAt === undefined ? Number.NaN : instantMs(expiresAt);
  const isBefore = clock !== undefined && timeAt(clock, reply, slackMs).most < expiry;
  return isBefore ? met : { ...met, moved: 'perhaps-past' };
}

function shownEntry(shown: Readonly<Record<string, unknown>>, step: string): Capture {
  const text = (name: string) => (typeof shown[name] === 'string' ? shown[name] : undefined);
  const metadata = shown['metadata'];
  return {
    step,
    id: text('id'),
    amount: decimalText(shown['amount']),
    metadata: isObject(metadata) ? (metadata as Pairs) : {},
    createdAt: text('created_at'),
  };
}

/** A token that a request has used with success: it was ACTIVE then, and others may change it. */
export function predictPresumedToken(state: ResourceState, id: string, step: Step): Outcomes {
  return [
    {
      name: 'presumed',
      checks: [],
      next: () =>
        withToken(state, step.id, {
          id,
          status: { is: 'ACTIVE', setBy: tokenRules.status.id },
          seen: false,
          after: 'change',
          consumer: 'ACTIVE',
          shared: true,
        }),
    },
  ];
}

/** After a list of tokens whose reply is not known: it may count as a request on each. */
export function predictUnseenList(state: ResourceState): Outcomes {
  const tokens = Object.entries(state.tokens).map(([key, token]) => [key, bumpVersion(token, 0)]);
  const next = () => ({ ...state, tokens: Object.fromEntries(tokens) as ResourceState['tokens'] });
  return [{ name: 'listed', checks: [], next }];
}

/** Shorter moves of the clock may not show in an instant. */
const momentMs = 2000;
/** The share of its validity that a payment has left shortly before its expiry. */
const shortly = 0.25;

/** The clock was moved by so much, whatever for: payments may be past their expiry, or shortly before it. */
export function predictClockMoved(state: ResourceState, ms: number, step: Step): Outcomes {
  return [
    {
      name: 'time passed',
      checks: [],
      next: (reply?: Reply) => {
        const waited = ms < momentMs ? clockMoved(state, reply) : after(predictMoment(state), reply, state);
        return Object.entries(state.payments).reduce((so, [key, payment]) => {
          const side = sideOf(payment, reply);
          if (side === undefined) return so;
          if (payment.status.is !== 'AUTHORIZED')
            return withPayment(so, key, { ...payment, moved: besideExpiry(payment, reply) });
          if (side === 'unknown') return withPayment(so, key, { ...payment, moved: 'perhaps-past' });
          return after(predictPassTime(so, side, { ...step, uses: { payment: key } }), reply, so);
        }, waited);
      },
    },
  ];
}

function after([outcome]: Outcomes, reply: Reply | undefined, state: ResourceState): ResourceState {
  return outcome?.next(reply) ?? state;
}

/** On which side of its expiry a payment is now; undefined: well before it. */
function sideOf(payment: Payment, reply: Reply | undefined): 'before' | 'past' | 'unknown' | undefined {
  const [createdAt, expiresAt] = [createdAtOf(payment), expiresAtOf(payment)];
  const shown = at(reply?.body, ['now']);
  const now = typeof shown === 'string' ? instantIn(shown) : Number.NaN;
  if (expiresAt === undefined || Number.isNaN(now)) return 'unknown';
  const expiry = instantMs(expiresAt);
  if (now > expiry) return 'past';
  if (createdAt === undefined) return 'unknown';
  return expiry - now < shortly * (expiry - instantMs(createdAt)) ? 'before' : undefined;
}
