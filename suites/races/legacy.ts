import { at } from '../../models/checks.ts';
import { capture } from '../../spec/legacy/capture.ts';
import { close } from '../../spec/legacy/close.ts';
import { refund } from '../../spec/legacy/refund.ts';
import { step } from '../explore/planned.ts';
import { sumAbove, bothSucceed, is, type Pattern } from './pattern.ts';

const payment = { payment: 's1' };
const ofCapture = { ...payment, capture: 's2' };
const authorize = step('s1', 'authorize', 'several lines');
const status = (id: string) => step(id, 'status', 'read', payment);

const capturedTwice = bothSucceed(capture.closedRefuses.id, 'captured twice', is('capture'));

/** The one request for the remaining amount asked for all there was. */
const refundedTooMuch = sumAbove(refund.aboveRefundable.id, (successes) =>
  at(successes.find(({ step: { kind } }) => kind === 'remaining')?.call.body, ['amount']),
);

/** What is released together on a legacy payment (legacy, States and transitions; Endpoints, Refund). */
export const legacyPatterns: readonly Pattern[] = [
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [step('s2', 'capture', 'full', payment), step('s3', 'capture', 'full', payment)],
    after: [status('s4')],
    breach: capturedTwice,
  },
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [step('s2', 'capture', 'one line', payment), step('s3', 'capture', 'last line', payment)],
    following: [
      { behind: 's2', step: status('s4') },
      { behind: 's3', step: status('s5') },
    ],
    after: [step('s6', 'capture', 'the rest', payment), status('s7')],
  },
  {
    machine: 'legacy',
    before: [authorize, step('s2', 'capture', 'lines without extras', payment)],
    overlap: [step('s3', 'capture', 'tax only', payment), step('s4', 'capture', 'shipping only', payment)],
    after: [status('s5')],
  },
  {
    machine: 'legacy',
    before: [authorize, step('s2', 'capture', 'one line', payment)],
    overlap: [step('s3', 'capture', 'the rest', payment), step('s4', 'capture', 'the rest', payment)],
    after: [status('s5')],
    breach: capturedTwice,
  },
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [step('s2', 'capture', 'full', payment), step('s3', 'close', 'plain', payment)],
    after: [status('s4')],
    breach: bothSucceed(capture.closedRefuses.id, 'captured and closed', is('capture'), is('close')),
  },
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [step('s2', 'close', 'plain', payment), step('s3', 'close', 'plain', payment)],
    after: [status('s4')],
    breach: bothSucceed(close.closedRefuses.id, 'closed twice', is('close')),
  },
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [step('s2', 'update', 'same order', payment), step('s3', 'capture', 'full', payment)],
    after: [status('s4')],
  },
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [step('s2', 'update', 'same order', payment), step('s3', 'capture', 'one line', payment)],
    after: [step('s4', 'capture', 'the rest', payment), status('s5')],
  },
  {
    machine: 'legacy',
    before: [authorize, step('s2', 'capture', 'full', payment)],
    overlap: [
      step('s3', 'refund', 'half', ofCapture),
      step('s4', 'refund', 'half', ofCapture),
      step('s5', 'refund', 'remaining', ofCapture),
    ],
    // One yen alone may be left of two halves of an odd amount, so that it would not show whether both are counted.
    after: [step('s6', 'refund', 'remaining+1', ofCapture)],
    breach: refundedTooMuch,
  },
  {
    machine: 'legacy',
    before: [authorize, step('s2', 'capture', 'full', payment)],
    overlap: [step('s3', 'refund', 'full', ofCapture), step('s4', 'refund', 'full', ofCapture)],
    after: [step('s5', 'refund', 'one yen', ofCapture)],
  },
  {
    machine: 'legacy',
    before: [authorize, step('s2', 'capture', 'one line', payment)],
    overlap: [step('s3', 'capture', 'last line', payment), step('s4', 'refund', 'full', ofCapture)],
    after: [step('s5', 'refund', 'one yen', ofCapture)],
  },
  {
    machine: 'legacy',
    before: [authorize],
    overlap: [status('s2'), step('s3', 'close', 'plain', payment)],
    after: [status('s4')],
  },
];
