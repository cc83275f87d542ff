import type { Claim } from '../run/claim.ts';
import { certifyRegistration } from '../webhooks/certify-registration.ts';
import { certifyRetries } from '../webhooks/certify-retries.ts';
import { machineClaim } from './kinds.ts';

/** What is claimed of notifications and their delivery. */
export const webhookClaims = {
  'webhooks/notifications': machineClaim(
    {
      suite: 'webhooks/notifications',
      scope: 'webhooks',
      needs: ['webhooks'],
      title: 'every expected notification comes, as the document describes it, and no other',
    },
    { machine: 'legacy', notifications: true },
  ),
  'webhooks/registration': {
    suite: 'webhooks/registration',
    kind: 'procedure',
    procedure: 'webhooks-registration',
    scope: 'webhooks',
    needs: ['legacy', 'webhooks', 'persona.approve', 'webhook.register'],
    dedicatedTo: 'webhook.register',
    movesUrl: true,
    title: 'notifications go to the URL that is set, from the next event on',
    check: certifyRegistration,
  },
  'webhooks/retries': {
    suite: 'webhooks/retries',
    kind: 'procedure',
    procedure: 'webhooks-retries',
    scope: 'webhooks',
    needs: ['legacy', 'webhooks', 'persona.approve', 'passage'],
    dedicatedTo: 'passage',
    backgroundWithout: 'clock.advance',
    title: 'a notification that is not accepted is sent again at the documented intervals, and no more often',
    check: certifyRetries,
  },
} satisfies Readonly<Record<string, Claim>>;
