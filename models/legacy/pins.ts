import type { Step } from '../../engine/model.ts';
import { authorize as rules } from '../../spec/legacy/authorize.ts';
import { at, check, textOf } from '../checks.ts';
import type { ApiCall } from '../wire.ts';
import type { LegacyOutcome } from './replies/outcome.ts';
import { result, statusOf, succeeded } from './replies/replies.ts';
import { provenChecksum } from './payment/payment-checks.ts';
import type { PendingAuthorization, LegacyState } from './payment/state.ts';

/** What stands for a PIN that is not read yet: one for each phone. */
export function unreadPin(waiting: PendingAuthorization | undefined): string {
  const phone = at(waiting?.data, ['buyer', 'phone', 'number']);
  return typeof phone === 'string' ? phone.slice(-4) : '0000';
}

/** After the newest PIN was read for an authorization that waits for one. */
export function predictPin(state: LegacyState, step: Step): readonly LegacyOutcome[] {
  const key = step.uses['asked'] ?? '';
  const waiting = state.asked[key];
  return [
    {
      name: 'PIN read',
      checks: [],
      next: (reply) => {
        if (waiting === undefined) return state;
        const pin = reply === undefined ? unreadPin(waiting) : textOf(reply, 'pin');
        return { ...state, asked: { ...state.asked, [key]: { ...waiting, pin, read: true } } };
      },
    },
  ];
}

/** Whether a code is the PIN of another prompt for the consumer of this phone. */
export function isOfOtherPrompt(
  { asked }: LegacyState,
  { uses }: Step,
  phone: unknown,
  code: unknown,
): boolean {
  return Object.entries(asked).some(([key, { pin, data }]) => {
    return key !== uses['asked'] && pin === code && at(data, ['buyer', 'phone', 'number']) === phone;
  });
}

/** Whether a PIN that was sent may hold no more, since time has passed or a wrong one was tried: how long one holds is not shown. */
export function mayHaveLapsed({ moved }: LegacyState, waiting: PendingAuthorization): boolean {
  return waiting.moved !== moved || waiting.tried === true;
}

/** The consumer has to authenticate: a PIN is sent, and no payment is made yet. */
export function asksForPin(
  state: LegacyState,
  call: ApiCall,
  step: Step,
  pin: string | undefined,
  cites: readonly string[],
): LegacyOutcome {
  const data = call.body ?? null;
  return {
    name: 'PIN asked',
    couldMatch: (reply) => statusOf(reply) === 'authenticate_consumer',
    checks: () => [
      ...succeeded.slice(1),
      cites.length > 0
        ? result(cites, 'authenticate_consumer', true, provenChecksum(call))
        : // Where no PIN is expected, every other reply is far from this outcome.
          check(
            rules.pinAsked.id,
            'status "authenticate_consumer"',
            statusOf,
            (code) => code === 'authenticate_consumer',
            {
              expect: () => ({ at: 'status', must: { is: 'authenticate_consumer' } }),
              weight: 100,
              decides: true,
            },
          ),
    ],
    next: () => ({
      ...state,
      asked: { ...state.asked, [step.id]: { data, pin, moved: state.moved, read: false } },
    }),
  };
}
