import { certifyMachine } from '../certify-machine.ts';
import { conformance } from '../conformance.ts';

conformance({
  suite: 'webhooks/arrivals',
  scope: 'webhooks',
  needs: ['webhooks'],
  title: 'every event that is owed arrives, as the document describes it, and no other',
  check: (session) =>
    certifyMachine(session, {
      machine: 'legacy',
      interface: 'webhooks',
      runs: session.plan.runs,
      notifications: true,
      exclusive: false,
    }),
});
