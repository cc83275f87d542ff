import type { Latitude } from './latitude.ts';
import { authorize } from './legacy/authorize.ts';
import { capture } from './legacy/capture.ts';
import { checkout } from './legacy/checkout.ts';
import { close } from './legacy/close.ts';
import { common } from './legacy/common.ts';
import { deliveryRules } from './legacy/deliveries.ts';
import { eventLatitudes } from './legacy/latitudes/events-latitudes.ts';
import { eventRules } from './legacy/events.ts';
import { legacyLatitudes } from './legacy/latitudes/latitudes.ts';
import { refund } from './legacy/refund.ts';
import { authorizeRequired, updateRequired } from './legacy/tables.ts';
import { status } from './legacy/status.ts';
import { transportRules } from './legacy/transport.ts';
import { update } from './legacy/update.ts';
import type { Requirement } from './requirement.ts';
import { captureRules } from './resource/payments/capture.ts';
import { closeRules } from './resource/payments/close.ts';
import { commonRules } from './resource/common.ts';
import { createRules } from './resource/payments/create.ts';
import { deleteRules } from './resource/tokens/delete.ts';
import { getRules } from './resource/payments/get.ts';
import { resourceLatitudes } from './resource/latitudes.ts';
import { paymentRules } from './resource/payment.ts';
import { refundRules } from './resource/payments/refund.ts';
import { resumeRules } from './resource/tokens/resume.ts';
import { suspendRules } from './resource/tokens/suspend.ts';
import { tokenGetRules } from './resource/tokens/get.ts';
import { tokenListRules } from './resource/tokens/list.ts';
import { tokenRules } from './resource/token.ts';
import { updateRules } from './resource/payments/update.ts';

/** Every definite statement of both documents. */
export const allRequirements: readonly Requirement[] = [
  common,
  authorize,
  authorizeRequired,
  update,
  updateRequired,
  close,
  capture,
  status,
  refund,
  checkout,
  eventRules,
  deliveryRules,
  transportRules,
  captureRules,
  closeRules,
  commonRules,
  createRules,
  deleteRules,
  getRules,
  paymentRules,
  refundRules,
  resumeRules,
  suspendRules,
  tokenGetRules,
  tokenListRules,
  tokenRules,
  updateRules,
].flatMap((rows) => Object.values<Requirement>(rows));

/** Everything that the documents leave open. */
export const allLatitudes: readonly Latitude[] = [legacyLatitudes, eventLatitudes, resourceLatitudes].flatMap(
  (rows) => Object.values<Latitude>(rows),
);
