import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Clock } from '../../reference/clock.ts';
import { startReference } from '../../reference/server.ts';

it('a clock that was moved starts what becomes due by real time', async () => {
  const clock = new Clock();
  onTestFinished(() => clock.stop());
  const started: string[] = [];
  clock.schedule(clock.now() + 10_000, () => started.push('in ten seconds'));
  await clock.advance(9_990);
  await sleep(30);
  expect(started).toEqual(['in ten seconds']);
  clock.schedule(clock.now() + 10_000, () => started.push('called off'))();
  await clock.advance(3_600_000);
  clock.schedule(clock.now() + 5, () => started.push('soon'));
  await sleep(30);
  expect(started).toEqual(['in ten seconds', 'soon']);
});

it('the Date of a reply follows the clock of the server after it was moved', async () => {
  const { url, controlUrl = '', close } = await startReference({ control: true });
  onTestFinished(close);
  const ahead = async () =>
    Date.parse((await fetch(`${url}/payments/x`)).headers.get('date') ?? '') - Date.now();
  expect(Math.abs(await ahead())).toBeLessThan(2000);
  const body = JSON.stringify({ ms: 86_400_000 });
  const moved = await fetch(`${controlUrl}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(moved.status).toBe(200);
  expect(Math.abs((await ahead()) - 86_400_000)).toBeLessThan(2000);
});
