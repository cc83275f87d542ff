import { expect, test } from 'vitest';
import { diagnose } from '../../../harness/preflight/diagnose.ts';
import type { Gate } from '../../../harness/pace/limits.ts';
import { Throttle } from '../../../harness/pace/throttle.ts';
import { serve } from '../local-server.ts';
import { sampleTarget } from '../settings/sample-target.ts';

test('all that doctor sends to a target keeps to one gate, since the limits are those of the target', async () => {
  let asked = 0;
  const url = await serve((_request, response) => {
    asked += 1;
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"status":"x","code":"y"}');
  });
  const { resource, webhooks: _, ...target } = sampleTarget(url);
  let passed = 0;
  const gate: Gate = Object.assign(
    <T>(task: () => Promise<T>) => {
      passed += 1;
      return task();
    },
    { throttle: new Throttle(), together: <T>(task: () => Promise<T>) => task() },
  );
  await diagnose(
    { ...target, resource: { ...resource, tokens: ['tok_1'], spendable: ['tok_2'] } },
    () => undefined,
    gate,
  );
  // One on each interface, one for the clock, one for each token, and one more to measure the latency by five.
  expect(asked).toBe(6);
  expect(passed).toBe(asked);
});

test('the latency is the median of a few answers, and one that is slow does not count', async () => {
  let asked = 0;
  const url = await serve((_request, response) => {
    asked += 1;
    const answer = () =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"status":"x","code":"y"}');
    if (asked === 1) setTimeout(answer, 200);
    else setTimeout(answer, 60);
  });
  const { webhooks: _, ...target } = sampleTarget(url);
  const { latencyMs = 0 } = await diagnose(target, () => undefined);
  expect(latencyMs).toBeGreaterThan(55);
  expect(latencyMs).toBeLessThan(190);
});

test('where an interface does not answer as itself, no latency is measured', async () => {
  const url = await serve((_request, response) => response.writeHead(404).end('<html>'));
  const { webhooks: _, ...target } = sampleTarget(url);
  expect(await diagnose(target, () => undefined)).not.toHaveProperty('latencyMs');
});
