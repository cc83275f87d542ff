import { certifyMachine } from '../certify-machine.ts';
import { conformance } from '../conformance.ts';

conformance({
  suite: 'resource/payments',
  scope: 'resource',
  needs: ['resource', 'tokens'],
  title: 'every reply to a sequence of /payments operations is one that the document permits',
  check: (session) =>
    certifyMachine(session, {
      machine: 'resource-payments',
      interface: 'resource',
      runs: session.plan.runs,
      notifications: false,
      exclusive: false,
    }),
});
