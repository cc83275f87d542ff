import { expect, test } from 'vitest';
import { controlled } from '../../../harness/means/means.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { planSuites, plannedBy } from '../../../suites/explore/coverage-goals.ts';
import { inUnwrittenRun, unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

const beside = claims['resource/payments'];
const onClock = claims['resource/time'];
const config = unwrittenConfig(
  sampleTarget('http://127.0.0.1:1'),
  { capabilities: controlled },
  {
    seed: 1,
    only: ['resource'],
    share: {
      receives: false,
      receivers: 0,
      concurrency: 1,
      elsewhere: [claims['resource/tokens'].machine, beside.machine],
    },
  },
);

test('what another lane is planned for is exactly what a run of the same machine need not plan', async () => {
  const goals = await inUnwrittenRun(config, onClock.suite, (session) => plannedBy(session, onClock.machine));
  const [first, second] = planSuites(config, [beside, onClock]);
  expect(new Set(goals)).toEqual(new Set(first?.plan.sequences.flatMap((sequence) => sequence.goals)));
  const again = new Set(second?.plan.sequences.flatMap((sequence) => sequence.goals));
  expect(again.size).toBeGreaterThan(10);
  expect(goals.filter((goal) => again.has(goal))).toEqual([]);
});
