import { checkoutRows } from './rows/checkout.ts';
import { legacyFormRows } from './rows/choices/legacy-forms.ts';
import { legacyOrderRows } from './rows/choices/legacy-orders.ts';
import { resourceChoiceRows } from './rows/choices/resource.ts';
import { deliveryRows } from './rows/deliveries.ts';
import { fieldRows } from './rows/fields.ts';
import { furtherContentRows } from './rows/further-contents.ts';
import { httpRows } from './rows/http.ts';
import { idRows } from './rows/ids.ts';
import { notationRows } from './rows/notations.ts';
import { notificationContentRows } from './rows/notification-contents.ts';
import { openPointRows } from './rows/open-points.ts';
import { recordRows } from './rows/records.ts';
import { refusalRows } from './rows/refusals.ts';
import { resourceCheckoutRows } from './rows/resource-checkout.ts';
import { pinRows } from './rows/pins.ts';
import type { PermittedRow } from './row.ts';

/** Every behaviour that the documents permit and that a judge might mistake for a fault. */
export const permittedRows: readonly PermittedRow[] = [
  ...checkoutRows,
  ...deliveryRows,
  ...fieldRows,
  ...furtherContentRows,
  ...httpRows,
  ...idRows,
  ...legacyFormRows,
  ...legacyOrderRows,
  ...notationRows,
  ...notificationContentRows,
  ...openPointRows,
  ...pinRows,
  ...refusalRows,
  ...recordRows,
  ...resourceCheckoutRows,
  ...resourceChoiceRows,
];
