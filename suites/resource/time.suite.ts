import { certifyMachine } from '../certify-machine.ts';
import { conformance } from '../conformance.ts';
import { share } from '../share.ts';

conformance({
  suite: 'resource/time',
  scope: 'resource',
  needs: ['resource', 'tokens', 'clock.advance'],
  title: 'authorizations end at expires_at, on a clock that the suite moves',
  check: (session) =>
    certifyMachine(session, {
      machine: 'resource-payments',
      interface: 'resource',
      runs: share(session.plan.runs, 0.25),
      notifications: false,
      exclusive: true,
    }),
});
