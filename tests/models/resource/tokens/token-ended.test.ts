import { expect, it } from 'vitest';
import { missOf } from '../../../../engine/judge/miss.ts';
import { scenario } from '../../../support/setups/resource-scenario.ts';

/** The rules that the nearest outcome accuses where a refund of a wrong capture, of a payment whose token was deleted since, is answered so. */
function accusedBy(said: string): readonly string[] {
  const { outcomes, answer } = scenario(
    `deleted token, captured: refund {"capture_id":"cap_other"} of another capture -> ${said}`,
  );
  const misses = outcomes.map((outcome) => missOf(outcome, answer));
  if (misses.includes(undefined)) return [];
  const [nearest] = misses.toSorted((one, other) => (one?.distance ?? 0) - (other?.distance ?? 0));
  return [...new Set(nearest?.breaches.map(({ rule }) => rule))];
}

it('a wrong capture of a payment whose token has ended is refused for either', () => {
  expect(accusedBy('400 payment.refund.captureId')).toEqual([]);
  expect(accusedBy('403 service.forbidden')).toEqual([]);
});

it('its refusal in no permitted form breaks the rule of a wrong capture, not that of a refund', () => {
  expect(accusedBy('404 404')).toEqual(['resource.refund.wrong-capture']);
});
