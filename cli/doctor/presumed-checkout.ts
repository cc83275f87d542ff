import type { CheckoutResult } from '../../harness/checkout/launched.ts';
import type { Opening } from '../../suites/supplies/by-checkout.ts';

/** A checkout that makes whatever is asked for, without a browser: to say what a run would get of it. Or none, for this reason. */
export function presumedCheckout(trouble: string | undefined): Opening {
  if (trouble !== undefined) return () => Promise.resolve({ none: trouble });
  let made = 0;
  const launch = (): Promise<CheckoutResult> => {
    made += 1;
    return Promise.resolve({
      told: [{ id: `tok_presumed_${made}` }],
      refusedHosts: [],
      page: { isLoaded: true, added: [], isDefined: true, isConfigured: true, isSettled: true, opened: [] },
      wire: [],
      shots: [],
      console: [],
      isSilent: false,
      isOpened: true,
      isShown: true,
      isGone: true,
      typedPins: [],
    });
  };
  return () => Promise.resolve({ launch, close: () => Promise.resolve() });
}
