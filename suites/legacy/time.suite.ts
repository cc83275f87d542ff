import { certifyMachine } from '../certify-machine.ts';
import { conformance } from '../conformance.ts';
import { share } from '../share.ts';

conformance({
  suite: 'legacy/time',
  scope: 'legacy',
  needs: ['legacy', 'clock.advance'],
  title: 'authorizations live and end when the document says, on a clock that the suite moves',
  check: (session) =>
    certifyMachine(session, {
      machine: 'legacy',
      interface: 'legacy',
      runs: share(session.plan.runs, 0.25),
      notifications: true,
      exclusive: true,
    }),
});
