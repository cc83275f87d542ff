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
 * The configuration without what control says of the time, where that can't be the server's clock, and why. A clock that control has moved is far from ours, and then the server writes its times
 * by it. Where the server writes those of our clock instead, nothing can be judged by what control says. Makes a payment where the two clocks differ, and closes it.
 */
export async function withoutWrongClock(config: RunConfig): Promise<RunConfig> {
  const { capabilities, controlAheadMs: aheadMs = 0, unreachable, looked } = config;
  if (unreachable !== undefined || Math.abs(aheadMs) < apartMs || !capabilities.includes('clock.read'))
    return config;
  const { requests, serverMs } = await serverAhead(config);
  const after = { ...config, looked: { ...looked, requests: looked.requests + requests } };
  // What agrees with neither clock is for the checks of the run.
  if (serverMs === undefined || Math.abs(serverMs) > apartMs) return after;
  const words = `${(Math.abs(aheadMs) / hourMs).toFixed(1)} h ${aheadMs < 0 ? 'behind' : 'ahead of'}`;
  return {
    ...after,
    clockTrouble: `the clock of control (GET /clock) is ${words} ours and the times that the server writes (created_at of a payment): let it show the server's clock, or do not offer it`,
    capabilities: capabilities.filter((one) => !ofClock.has(one)),
  };
}

/** How far a payment that is made now is dated ahead of our clock, ms. Absent where none can be made, or it shows no instant. */
async function serverAhead(
  config: RunConfig,
): Promise<{ readonly requests: number; readonly serverMs?: number }> {
  const means = meansOf(config.target, config.capabilities, config);
  if (!means.has('resource') || !means.has('tokens')) return { requests: 0 };
  return inUnwrittenRun(config, 'clock', async (session) => {
    const machine = machineNamed('resource-payments', session.setup(false));
    const planned = [
      step('s1', 'issue-token', 'plain'),
      step('s2', 'create', 'one item', { token: 's1' }),
      step('s3', 'close', 'empty object', { payment: 's2' }),
    ];
    const drawn = machine && drawnSteps(machine, planned, drawingUnder(drawingSeed(config)));
    if (machine === undefined || drawn === undefined) return { requests: 0 };
    const driver = session.driver('clock/probe', 'explore');
    const { performed, requests } = await execute(machine, drawn.steps, driver, { passes: () => undefined });
    await driver.end?.();
    const made = performed.find((one) => one.step.id === 's2');
    if (made === undefined || !('reply' in made.observation)) return { requests };
    const { body, sentAt } = made.observation.reply;
    const shown = instantSpan(at(body, ['created_at']));
    return { requests, ...(shown && { serverMs: shown.least - sentAt }) };
  });
}
