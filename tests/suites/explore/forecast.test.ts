import { expect, test } from 'vitest';
import { controlled } from '../../../harness/means/means.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { forecastOf } from '../../../suites/explore/forecast.ts';
import { planSuites } from '../../../suites/explore/coverage-goals.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { sampleTarget } from '../../harness/settings/sample-target.ts';

const some = [claims['resource/tokens'], claims['webhooks/notifications']];

function planWith(limits: object) {
  const { limits: own, ...target } = sampleTarget('http://127.0.0.1:1');
  return unwrittenConfig(
    { ...target, limits: { ...own, ...limits } },
    { capabilities: controlled },
    { seed: 1, runs: 10, only: ['resource'] },
  );
}

test('a forecast says at most where requests are bounded, and about otherwise, by what is planned', () => {
  const [suite] = planSuites(planWith({}), some);
  const planned = suite?.plan.requests ?? 0;
  expect(planned).toBeGreaterThan(100);
  const open = forecastOf(planWith({}), some);
  expect(open).toMatchObject({
    planned,
    payments: 0,
    refunds: 0,
    requests: { about: expect.any(Number) as unknown },
  });
  expect(open.requests.about).toBeGreaterThan(planned);
  expect(open.requests).not.toHaveProperty('most');
  expect(open).not.toHaveProperty('leastMs');
  const bounded = forecastOf(planWith({ maxRequests: 50, requestsPerSecond: 5, wrongKeys: 3 }), some);
  expect(bounded).toMatchObject({ requests: { about: 50, most: 50 }, wrongKeys: 3, leastMs: 10_000 });
});

test('a night sends about as many as its time allows at its rate', () => {
  const night = forecastOf(planWith({ requestsPerSecond: 5 }), some, { forMs: 20_000 });
  expect(night).toMatchObject({ requests: { about: 100 }, leastMs: 20_000 });
});
