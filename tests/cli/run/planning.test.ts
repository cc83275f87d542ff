import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Planning } from '../../../cli/threads/planning.ts';
import { ruleGoal } from '../../../engine/goals.ts';
import { plannerBeside, plannerOf } from '../../../suites/plans/plan-cache.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

const folder = mkdtempSync(join(tmpdir(), 'planning-'));
const ending = new AbortController();
const planning = new Planning(ending.signal);
afterAll(async () => {
  await planning.close();
  rmSync(folder, { recursive: true });
});

const source = { name: 'resource-tokens', setup: wholeResourceSetup };
const rules = ['resource.token.origin-email', 'resource.token.id'];
const options = { seed: 1, rules, transitions: false, reached: new Set([ruleGoal('resource.token.id')]) };

describe('the thread that plans', () => {
  test('gives the plan that would be made here, and leaves out what was reached', async () => {
    const here = plannerOf(source, undefined)(options);
    const there = await plannerBeside(source, undefined, planning.plan)(options);
    expect(there.sequences).toEqual(here.sequences);
    expect(there.shortest.ways).toEqual(here.shortest.ways);
  });

  test('keeps the plan, and is not asked for it again', async () => {
    const first = await plannerBeside(source, folder, planning.plan)(options);
    expect(readdirSync(folder)).toHaveLength(1);
    const nobody = () => Promise.reject(new Error('asked again'));
    const again = await plannerBeside(source, folder, nobody)(options);
    expect(again.sequences).toEqual(first.sequences);
  });

  test('is ended once no plan follows, and started again with the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Its own, since fake timers don't clear the real one of the others.
    const own = new Planning(ending.signal);
    onTestFinished(() => own.close());
    const first = await plannerBeside(source, undefined, own.plan)(options);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersToNextTimer();
    expect((await plannerBeside(source, undefined, own.plan)(options)).sequences).toEqual(first.sequences);
    vi.useRealTimers();
  });

  test('holds no plan that it has given', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const given = await (async () => {
      const plan = await planning.plan({ source, folder: undefined, options });
      if (plan === undefined) throw new Error('the run has not ended');
      return new WeakRef(plan);
    })();
    await vi.waitFor(() => {
      collect();
      // A failed assertion would hold the plan itself.
      expect(given.deref() === undefined).toBe(true);
    });
  });

  test('says why a plan can not be made', async () => {
    const task = { source: { ...source, name: 'nothing' }, folder: undefined, options };
    await expect(planning.plan(task)).rejects.toThrow('planning failed: there is no machine "nothing"');
  });

  test('is not waited for once the run ends', async () => {
    const whole = { name: 'legacy', setup: wholeSetup };
    const later = plannerBeside(whole, undefined, planning.plan)({ seed: 1, rules: [] });
    setTimeout(() => ending.abort(), 10);
    expect((await later).sequences).toEqual([]);
  });
});
