import type { Fault } from './fault.ts';
import { resourceCommonFaults, textFaults } from './resource/common.ts';
import { resourceCheckoutFaults } from './resource/checkout.ts';
import { pairFaults } from './resource/pairs.ts';
import { resourceNumbersFaults } from './resource/numbers.ts';
import { paymentFaults } from './resource/payment.ts';
import { paymentRecordsFaults } from './resource/payment-records.ts';
import { paymentCaptureFaults } from './resource/payments/capture.ts';
import { paymentCloseFaults } from './resource/payments/close.ts';
import { paymentCreateFaults, paymentCreateContentFaults } from './resource/payments/create.ts';
import { paymentGetFaults } from './resource/payments/get.ts';
import { paymentRefundFaults, paymentRefundAmountsFaults } from './resource/payments/refund.ts';
import { paymentUpdateFaults } from './resource/payments/update.ts';
import { tokenFaults } from './resource/token.ts';
import { tokenDeleteFaults } from './resource/tokens/delete.ts';
import { tokenGetFaults } from './resource/tokens/get.ts';
import { tokenListFaults } from './resource/tokens/list.ts';
import { tokenResumeFaults } from './resource/tokens/resume.ts';
import { tokenSuspendFaults } from './resource/tokens/suspend.ts';
import { resourceSeldomFaults } from './resource/seldom.ts';
import { resourceNeighbourFaults } from './resource/neighbours.ts';
import { resourceExpiryFaults } from './resource/expiry.ts';

/** Every fault of the resource document's server. */
export const resourceFaults: readonly Fault[] = [
  ...resourceCommonFaults,
  ...resourceNumbersFaults,
  ...resourceSeldomFaults,
  ...resourceNeighbourFaults,
  ...resourceExpiryFaults,
  ...paymentFaults,
  ...paymentRecordsFaults,
  ...paymentCaptureFaults,
  ...paymentCloseFaults,
  ...paymentCreateFaults,
  ...paymentCreateContentFaults,
  ...paymentGetFaults,
  ...paymentRefundFaults,
  ...paymentRefundAmountsFaults,
  ...paymentUpdateFaults,
  ...textFaults,
  ...pairFaults,
  ...tokenFaults,
  ...tokenDeleteFaults,
  ...tokenGetFaults,
  ...tokenListFaults,
  ...tokenResumeFaults,
  ...tokenSuspendFaults,
  ...resourceCheckoutFaults,
];
