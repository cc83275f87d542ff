import { certifyCheckout } from '../checkout/certify-checkout.ts';
import { resourceCheckout } from '../checkout/resource-scenarios.ts';
import { resourcePatterns } from '../races/resource.ts';
import type { Claim } from '../run/claim.ts';
import { machineClaim, raceClaim } from './kinds.ts';

/** What is claimed of the resource interface. */
export const resourceClaims = {
  'resource/payments': machineClaim(
    {
      suite: 'resource/payments',
      scope: 'resource',
      needs: ['resource'],
      title: 'every reply to a sequence of /payments operations is one that the document permits',
    },
    { machine: 'resource-payments' },
  ),
  'resource/checkout': {
    suite: 'resource/checkout',
    kind: 'procedure',
    procedure: resourceCheckout.procedure,
    scope: 'resource',
    needs: ['resource', 'checkout', 'public_key', 'persona.approve'],
    title:
      'the single payments and the tokens that the checkout makes in a browser are those that the interface knows',
    check: (session) => certifyCheckout(session, resourceCheckout),
  },
  'resource/races': raceClaim(
    {
      suite: 'resource/races',
      scope: 'resource',
      needs: ['resource', 'tokens'],
      title:
        'the replies to overlapping requests on one payment or token are explained by some order of them',
    },
    resourcePatterns,
  ),
  'resource/time': machineClaim(
    {
      suite: 'resource/time',
      scope: 'resource',
      needs: ['resource', 'tokens', 'everybody'],
      dedicatedTo: 'clock.advance',
      title:
        'authorizations end at expires_at, and tokens work while their consumer is ACTIVE, where the suite controls both',
    },
    { machine: 'resource-payments', exclusive: true },
  ),
  'resource/tokens': machineClaim(
    {
      suite: 'resource/tokens',
      scope: 'resource',
      needs: ['resource'],
      title: 'every reply to a sequence of /tokens operations is one that the document permits',
    },
    // A list may count as a request on every token that it shows.
    { machine: 'resource-tokens', inTurn: true },
  ),
} satisfies Readonly<Record<string, Claim>>;
