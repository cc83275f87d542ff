import { certifyMachine } from '../certify-machine.ts';
import { conformance } from '../conformance.ts';

conformance({
  suite: 'legacy/lifecycle',
  scope: 'legacy',
  needs: ['legacy'],
  title: 'every reply to a sequence of /pay/ operations is one that the document permits',
  check: (session) =>
    certifyMachine(session, {
      machine: 'legacy',
      interface: 'legacy',
      runs: session.plan.runs,
      notifications: false,
      exclusive: false,
    }),
});
