import { conformance } from '../conformance.ts';
import { certifyRegistration } from './certify-registration.ts';

conformance({
  suite: 'webhooks/registration',
  scope: 'webhooks',
  needs: ['legacy', 'webhooks', 'persona.approve', 'webhook.register'],
  title: 'notifications go to the URL that is set, from the next event on',
  check: certifyRegistration,
});
