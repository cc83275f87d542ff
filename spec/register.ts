import type { Latitude } from './latitude.ts';
import { authorize } from './legacy/authorize.ts';
import { capture } from './legacy/capture.ts';
import { checkout } from './legacy/checkout.ts';
import { close } from './legacy/close.ts';
import { common } from './legacy/common.ts';
import { deliveryRules } from './legacy/deliveries.ts';
import { eventLatitudes } from './legacy/events-latitudes.ts';
import { eventRules } from './legacy/events.ts';
import { legacyLatitudes } from './legacy/latitudes.ts';
import { refund } from './legacy/refund.ts';
import { status } from './legacy/status.ts';
import { update } from './legacy/update.ts';
import type { Requirement } from './requirement.ts';

/** Every definite statement of both documents. */
export const allRequirements: readonly Requirement[] = [
  common,
  authorize,
  update,
  close,
  capture,
  status,
  refund,
  checkout,
  eventRules,
  deliveryRules,
].flatMap((rows) => Object.values<Requirement>(rows));

/** Everything that the documents leave open. */
export const allLatitudes: readonly Latitude[] = [legacyLatitudes, eventLatitudes].flatMap((rows) =>
  Object.values<Latitude>(rows),
);
