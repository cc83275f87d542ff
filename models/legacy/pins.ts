import type { Step } from '../../engine/model.ts';
import { textOf } from '../checks.ts';
import type { LegacyOutcome } from './refusals.ts';
import type { LegacyState } from './state.ts';

/** What stands for a PIN that is not read yet. */
export const unreadPin = '0000';

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
        const pin = reply === undefined ? unreadPin : textOf(reply, 'pin');
        return { ...state, asked: { ...state.asked, [key]: { ...waiting, pin, read: true } } };
      },
    },
  ];
}
