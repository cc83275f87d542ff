import { expect, it } from 'vitest';
import { violated } from '../../../engine/judge/violated.ts';
import { missOf } from '../../../engine/judge/miss.ts';
import { initialBelief } from '../../../engine/judge/belief.ts';
import type { Step } from '../../../engine/model.ts';
import { initialState, type ResourceState } from '../../../models/resource/state.ts';
import { scenario } from '../../support/setups/resource-scenario.ts';

const step: Step = { id: 's9', operation: 'any', kind: 'any', uses: { payment: 's1', capture: 's2' } };

/** The rows that a reply breaks by what is predicted. */
function accused(line: string): readonly string[] {
  const { outcomes, answer } = scenario(line);
  const [hypothesis] = initialBelief<ResourceState, never>(initialState);
  const missed = outcomes.flatMap((outcome) => {
    const miss = missOf(outcome, answer);
    return hypothesis === undefined || miss === undefined ? [] : [{ hypothesis, outcome, miss }];
  });
  const verdict = missed.length < outcomes.length ? undefined : violated(step, missed, answer, {});
  return [...new Set(verdict?.breaches.map(({ rule }) => rule))];
}

it.each([
  [
    'a refund without an amount, by the code of another error',
    'captured, token perhaps ended: refund -> 400 payment.refund.captureId',
    'resource.refund.full',
  ],
  [
    'a refund with an amount, by the code of another error',
    'captured, token perhaps ended: refund {"amount":1} -> 400 payment.refund.captureId',
    'resource.refund.partial',
  ],
  [
    'a late refund without an amount',
    'captured, expired: refund -> 400 payment.refund.captureId',
    'resource.refund.full',
  ],
  [
    'a refund of all with a reason',
    'captured: refund {"reason":"any"} -> 400 payment.refund.captureId',
    'resource.refund.full',
  ],
  [
    'a refund without an amount, by a success that shows nothing',
    'captured, token perhaps ended: refund -> 200 {}',
    'resource.refund.returns-payment',
  ],
  [
    'a refund without an amount whose capture is unknown, by a success that shows nothing',
    'captured, amount of the capture unknown: refund -> 200 {}',
    'resource.refund.returns-payment',
  ],
  [
    'a capture',
    'authorized, token perhaps ended: capture -> 400 payment.refund.captureId',
    'resource.capture.succeeds',
  ],
  [
    'a capture, by a success that shows nothing',
    'authorized, token perhaps ended: capture -> 200 {}',
    'resource.capture.returns-payment',
  ],
  [
    'a late close, by a success that shows nothing',
    'authorized, expired: close -> 200 {}',
    'resource.close.returns-payment',
  ],
  [
    'a late update, by a success that shows nothing',
    'captured, expired: update {"description":"d"} -> 200 {}',
    'resource.update.returns-payment',
  ],
])('%s breaks what was asked for', (_, line, row) => {
  expect(accused(line)).toEqual([row]);
});
