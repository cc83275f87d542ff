import { legacyPatterns } from '../races/legacy.ts';
import { certifyCheckout } from '../checkout/certify-checkout.ts';
import { legacyCheckout } from '../checkout/legacy-scenarios.ts';
import type { Claim } from '../run/claim.ts';
import { certifyTransport, transportProcedure } from '../transport/certify-transport.ts';
import { machineClaim, raceClaim } from './kinds.ts';

/** What is claimed of the legacy interface. */
export const legacyClaims = {
  'legacy/lifecycle': machineClaim(
    {
      suite: 'legacy/lifecycle',
      scope: 'legacy',
      needs: ['legacy'],
      title: 'every reply to a sequence of /pay/ operations is one that the document permits',
    },
    { machine: 'legacy' },
  ),
  'legacy/races': raceClaim(
    {
      suite: 'legacy/races',
      scope: 'legacy',
      needs: ['legacy', 'persona.approve'],
      title: 'the replies to overlapping requests on one payment are explained by some order of them',
    },
    legacyPatterns,
  ),
  'legacy/time': machineClaim(
    {
      suite: 'legacy/time',
      scope: 'legacy',
      serves: ['webhooks'],
      needs: ['legacy', 'clock.advance'],
      dedicatedTo: 'clock.advance',
      title: 'authorizations are valid as long as the document says, on a clock that the suite moves',
    },
    { machine: 'legacy', notifications: true, exclusive: true },
  ),
  'legacy/checkout': {
    suite: 'legacy/checkout',
    kind: 'procedure',
    procedure: legacyCheckout.procedure,
    scope: 'legacy',
    needs: ['legacy', 'checkout', 'persona.approve'],
    title:
      'a consumer goes through the checkout in a browser, and its callback and form bring what Authorize replied',
    check: (session) => certifyCheckout(session, legacyCheckout),
  },
  'legacy/transport': {
    suite: 'legacy/transport',
    kind: 'procedure',
    procedure: transportProcedure,
    scope: 'legacy',
    needs: ['legacy', 'tls'],
    title: 'the endpoints refuse SSL, and their certificate is signed under SHA-2',
    check: (session) => certifyTransport(session),
  },
} satisfies Readonly<Record<string, Claim>>;
