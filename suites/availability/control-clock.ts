import { execute } from '../../engine/judge/execute.ts';
import { at } from '../../models/checks.ts';
import { meansOf } from '../../harness/means/means.ts';
import { instantSpan } from '../../spec/instants.ts';
import { drawingUnder, drawnSteps, step } from '../explore/planned.ts';
import { machineNamed } from '../explore/machines.ts';
import { drawingSeed, type RunConfig } from '../run/run-config.ts';
import { inUnwrittenRun } from '../run/unwritten-run.ts';

/** Two clocks that differ by more are not one and the same. */
const apartMs = 10 * 60_000;
const hourMs = 3_600_000;

/** The capabilities that say what time it is at the target. */
const ofClock: ReadonlySet<string> = new Set(['clock.read', 'clock.advance']);

/**
 * Why the clock that control shows can't be the server's, in words; undefined where it may be. A clock that control has moved is far from ours, and then the server writes its times by it. Where
 * the server writes those of our clock instead, nothing can be judged by what control says. Makes a payment where the two clocks differ, and closes it.
 */
export async function controlClockTrouble(config: RunConfig): Promise<string | undefined> {
  const { capabilities, controlAheadMs: aheadMs = 0, unreachable } = config;
  if (unreachable !== undefined || Math.abs(aheadMs) < apartMs) return undefined;
  if (!capabilities.includes('clock.read')) return undefined;
  const serverMs = await serverAhead(config);
  // What agrees with neither clock is for the checks of the run.
  if (serverMs === undefined || Math.abs(serverMs) > apartMs) return undefined;
  const words = `${(Math.abs(aheadMs) / hourMs).toFixed(1)} h ${aheadMs < 0 ? 'behind' : 'ahead of'}`;
  return `the clock of control (GET /clock) is ${words} ours and the times that the server writes (created_at of a payment): let it show the server's clock, or do not offer it`;
}

/** The configuration without what control says of the time, where that is of no use. */
export async function withoutWrongClock(config: RunConfig): Promise<RunConfig> {
  const clockTrouble = await controlClockTrouble(config);
  if (clockTrouble === undefined) return config;
  return {
    ...config,
    clockTrouble,
    capabilities: config.capabilities.filter((one) => !ofClock.has(one)),
  };
}

/** How far a payment that is made now is dated ahead of our clock, ms; undefined where none can be made, or it shows no instant. */
async function serverAhead(config: RunConfig): Promise<number | undefined> {
  const means = meansOf(config.target, config.capabilities, config);
  if (!means.has('resource') || !means.has('tokens')) return undefined;
  return inUnwrittenRun(config, 'clock', async (session) => {
    const machine = machineNamed('resource-payments', session.setup(false));
    const token = { token: 's1' };
    const planned = [
      step('s1', 'issue-token', 'plain'),
      step('s2', 'create', 'one item', token),
      step('s3', 'close', 'empty object', { payment: 's2' }),
    ];
    const drawn = machine && drawnSteps(machine, planned, drawingUnder(drawingSeed(config)));
    if (machine === undefined || drawn === undefined) return undefined;
    const driver = session.driver('clock/probe', 'explore');
    const { performed } = await execute(machine, drawn.steps, driver, { passes: () => undefined });
    driver.end?.();
    const made = performed.find((one) => one.step.id === 's2');
    if (made === undefined || !('reply' in made.observation)) return undefined;
    const { body, sentAt } = made.observation.reply;
    const shown = instantSpan(at(body, ['created_at']));
    return shown && shown.least - sentAt;
  });
}
