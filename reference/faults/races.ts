import type { Gap } from '../race-window.ts';
import type { Fault } from './fault.ts';

/** Long enough that what was released together falls into it on a busy machine. */
const gapMs = 20;

/** A fault that shows only while requests overlap: one operation, named as for replies, reads first and writes later. */
function reading(
  id: string,
  requirement: string,
  operation: string,
  summary: string,
  how: Omit<Gap, 'ms'> = {},
): Fault {
  return { id, requirement, summary, concurrent: true, gaps: { [operation]: { ms: gapMs, ...how } } };
}

const names = (field: string) => (request: Readonly<Record<string, unknown>>) => field in request;
const guarded = { guarded: true } as const;

/** Checks whose ground is gone by the time that they are acted upon. */
export const raceFaults: readonly Fault[] = [
  reading(
    'legacy-race-of-captures',
    'legacy.capture.closed-refuses',
    'capture',
    'Two captures of the same payment at once both succeed.',
  ),
  reading(
    'legacy-race-of-capture-and-close',
    'legacy.capture.closed-refuses',
    'capture',
    'A capture does not see that the payment is being closed meanwhile; captures wait for each other.',
    guarded,
  ),
  reading(
    'legacy-race-of-last-parts',
    'legacy.capture.partials-close',
    'capture',
    'Of two captures of tax or shipping at once one is not counted.',
    { when: (request) => !('items' in request) && ('tax' in request || 'shipping' in request) },
  ),
  reading(
    'legacy-race-of-closes',
    'legacy.close.closed-refuses',
    'close',
    'Two close requests at once both succeed.',
  ),
  reading(
    'legacy-race-of-update-and-capture',
    'legacy.capture.full-closes',
    'update',
    'An update puts back the payment as it was before a capture that came in between.',
    guarded,
  ),
  reading(
    'legacy-race-of-refunds',
    'legacy.refund.above-refundable',
    'refund',
    'Refunds of the same capture at once are each measured against what was left before.',
    { when: names('amount') },
  ),
  reading(
    'resource-race-of-captures',
    'resource.capture.closed-refused',
    'payments.capture',
    'Two captures of the same payment at once both succeed.',
  ),
  reading(
    'resource-race-of-capture-and-close',
    'resource.capture.closed-refused',
    'payments.capture',
    'A capture does not see that the payment is being closed meanwhile; captures wait for each other.',
    guarded,
  ),
  reading(
    'resource-race-of-closes',
    'resource.close.closed-refused',
    'payments.close',
    'Two close requests at once both succeed.',
  ),
  reading(
    'resource-race-of-update-and-capture',
    'resource.capture.full-closes',
    'payments.update',
    'An update puts back the payment as it was before a capture that came in between.',
    guarded,
  ),
  reading(
    'resource-race-of-updates',
    'resource.update.others-untouched',
    'payments.update',
    'Of two updates of different fields at once one is forgotten.',
  ),
  reading(
    'resource-race-of-refunds',
    'resource.refund.within-captured',
    'payments.refund',
    'Refunds of the same capture at once are each measured against what was left before.',
    { when: names('amount') },
  ),
  reading(
    'resource-race-of-full-refunds',
    'resource.refund.exhausted',
    'payments.refund',
    'Two refunds of everything at once both succeed.',
    { when: (request) => !('amount' in request) },
  ),
  reading(
    'token-race-of-suspend-and-create',
    'resource.suspend.suspends',
    'payments.create',
    'The creation of a payment puts back its token as it was before a suspension that came in between.',
  ),
  reading(
    'token-race-of-resume-and-delete',
    'resource.delete.irreversible',
    'tokens.resume',
    'A token that is resumed while it is being deleted is alive again.',
  ),
  reading(
    'token-race-of-suspensions',
    'resource.suspend.suspended-fails',
    'tokens.suspend',
    'Two suspensions of the same token at once both succeed.',
  ),
];
