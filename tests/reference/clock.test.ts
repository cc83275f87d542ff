import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Clock } from '../../reference/clock.ts';

it('starts what falls due by real time after it was moved, however long the wait was before', async () => {
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
