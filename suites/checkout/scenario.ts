import type { Breach } from '../../engine/model.ts';
import type { CheckoutWalk } from '../../harness/records/checkout-record.ts';
import type { Setup } from '../../models/setup.ts';
import type { Launching } from './launch.ts';

/** What a way through the checkout has shown. */
export interface Walked {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
  /** Why something could not be seen. Absent: all was. */
  readonly unseen?: string;
  /** True: it did not open, so that every other way would show the same. */
  readonly isShut: boolean;
  /** How it was gone. Absent: nothing was launched. */
  readonly walk?: Omit<CheckoutWalk, 'name' | 'rules'>;
}

/** Of a launch that was lost: the others would be too, and each takes its whole time. */
export const nothingShown = { evidence: [], breaches: [], isShut: true } as const;

/** One way through the checkout, with its judge. */
export interface Scenario {
  readonly name: string;
  /** Requests to the target at most. */
  readonly requests: number;
  /** Whether the target has what it needs. */
  isOffered(setup: Setup): boolean;
  walk(launching: Launching): Promise<Walked>;
}

/** What is certified of the checkout of one interface. */
export interface CheckoutOf {
  readonly interface: 'legacy' | 'resource';
  /** The name under which a reproduction stores it. */
  readonly procedure: string;
  readonly scenarios: readonly Scenario[];
}

/** Whether the consumer who is asked for a PIN can give it without a person. */
export function canGivePin({ personas, means, asksPin }: Setup): boolean {
  return personas.pin !== undefined && means.has('pin') && asksPin !== true;
}
