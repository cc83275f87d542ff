import { claims } from '../../../suites/claims/all-claims.ts';
import type { PermittedRow } from './row.ts';

/** Whether a row shows only in a browser that goes through the checkout. */
export function needsBrowser({ claims: names }: Pick<PermittedRow, 'claims'>): boolean {
  return names.some((name) => claims[name].needs.some((one) => one === 'checkout'));
}
