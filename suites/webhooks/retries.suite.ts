import { conformance } from '../conformance.ts';
import { certifyRetries } from './certify-retries.ts';

conformance({
  suite: 'webhooks/retries',
  scope: 'webhooks',
  needs: ['legacy', 'webhooks', 'persona.approve', 'clock.advance'],
  title: 'a notification that is not taken is sent again when the document says, and no oftener',
  check: certifyRetries,
});
