import { expect, test } from 'vitest';
import { forecastFinding, forecastJson } from '../../../cli/doctor/run-forecast.ts';
import { run } from '../../../cli/main.ts';
import { captureOutput } from '../../support/runs/captured-output.ts';
import { type Blocks, serverEntry } from './server-entry.ts';

const { targets, write } = serverEntry();
const printed = captureOutput();

async function doctor(changes: Blocks, ...options: readonly string[]): Promise<number> {
  write(changes);
  return run(['doctor', '--targets', targets, ...options]);
}

test('doctor says how many requests a run takes, and how long by the latency that it has measured', async () => {
  expect(await doctor({})).toBe(0);
  expect(printed.out).toMatch(
    /✓ run {7}certify will send about \d+ requests and take about \d.*: an answer takes .* ms, .*\n/,
  );
  expect(printed.out).not.toMatch(/✗|–/);
  printed.clear();
  await doctor({}, '--json');
  const { forecast } = JSON.parse(printed.out) as {
    forecast: { requests: number; ms: number; latency_ms: number };
  };
  // On a busy machine an answer of the same machine takes long enough to decide.
  expect(forecast).toMatchObject({
    under_way: { limit: 8 },
    by: expect.stringMatching(/^(processor|latency)$/) as string,
  });
  expect(forecast.latency_ms).toBeGreaterThan(0);
  // A default run of the built-in server took 22,710 without a browser.
  expect(forecast.requests).toBeGreaterThan(0.95 * 22_710);
  expect(forecast.requests).toBeLessThan(1.05 * 22_710);
  expect(forecast.ms).toBeGreaterThan(forecast.requests);
});

test.each([
  ['processor', /: an answer takes 2 ms, so that our own processor decides$/],
  ['latency', /: an answer takes 2 ms, and 6\.3 of 8 requests at once will be under way on average$/],
  ['rate', /: an answer takes 2 ms, and limits\.requests_per_second decides$/],
] as const)('the forecast says what decides the time: the %s', (by, words) => {
  const forecast = { requests: 19_851, latencyMs: 2, underWay: 6.25, limit: 8, ms: 60_000, by };
  expect(forecastFinding(forecast).text).toMatch(words);
  expect(forecastJson(forecast)).toMatchObject({ requests: 19_851, under_way: { average: 6.3 }, by });
});

test('a run is forecast where an interface, webhooks and control are left out', async () => {
  expect(await doctor({ resource: undefined, webhooks: undefined, control: undefined })).toBe(0);
  expect(printed.out).toContain('✓ run       certify will send about');
});

test('where a key is refused, nothing is forecast', async () => {
  expect(await doctor({ legacy: { api_key: 'api_wrong' } })).toBe(2);
  expect(printed.out).not.toContain('certify will send');
});
