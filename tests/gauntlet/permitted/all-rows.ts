import { checkoutRows } from './rows/checkout.ts';
import { deliveryRows } from './rows/deliveries.ts';
import { httpRows } from './rows/http.ts';
import { notationRows } from './rows/notations.ts';
import { openPointRows } from './rows/open-points.ts';
import { resourceCheckoutRows } from './rows/resource-checkout.ts';
import type { PermittedRow } from './row.ts';

/** Every behaviour that the documents permit and that a judge might mistake for a fault. */
export const permittedRows: readonly PermittedRow[] = [
  ...checkoutRows,
  ...resourceCheckoutRows,
  ...httpRows,
  ...notationRows,
  ...openPointRows,
  ...deliveryRows,
];
