import { instantIn } from '../../spec/instant.ts';
import { checkControlClock, readControlClock } from './control-clock.ts';
import { openControl } from './control.ts';
import type { Finding } from '../preflight/finding.ts';
import { openClient } from '../wire/client.ts';
import { lookAt } from '../wire/request.ts';
import type { Gate } from '../pace/limits.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Target } from '../settings/settings.ts';

/** A Date header has whole seconds, and the network adds a delay: a smaller difference is ignored. */
const headerToleranceMs = 2000;

/** How far the target's clock is from ours, read from control or from the Date header of a reply. Never an error: a run corrects for it. */
export async function clockOffset(
  target: Target,
  capabilities: readonly string[],
  gate: Gate,
): Promise<Finding> {
  let reading: Reading | undefined;
  try {
    reading = capabilities.includes('clock.read')
      ? await byControl(target)
      : await gate(() => byHeader(target));
  } catch (error) {
    if (error instanceof SettingsError) return { part: 'clock', verdict: 'wrong', text: error.message };
    throw error;
  }
  if (reading === undefined)
    return { part: 'clock', verdict: 'note', text: 'the time of the target is unknown' };
  const { offsetMs, how, toleranceMs } = reading;
  const near = Math.abs(offsetMs) <= toleranceMs;
  const seconds = `${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ours`;
  return {
    part: 'clock',
    verdict: near ? 'well' : 'note',
    text: near
      ? `the target's clock agrees with ours (${how})`
      : `the target's clock is ${seconds} (${how}); the run corrects for it`,
  };
}

interface Reading {
  readonly offsetMs: number;
  readonly how: string;
  readonly toleranceMs: number;
}

async function byControl(target: Target): Promise<Reading | undefined> {
  const control = openControl(target);
  try {
    await checkControlClock(control, target);
    const reading = await readControlClock(control);
    if (reading === undefined) return undefined;
    const { offsetMs, tookMs } = reading;
    return { offsetMs, how: 'GET /clock of its control', toleranceMs: tookMs + 50 };
  } finally {
    await control.close();
  }
}

async function byHeader(target: Target): Promise<Reading | undefined> {
  const url = target.legacy?.baseUrl ?? target.resource?.baseUrl;
  if (url === undefined) return undefined;
  const client = openClient(target, { connections: 1 });
  try {
    const answer = await client.send(lookAt(url, target));
    const instant = 'reply' in answer ? instantIn(String(answer.headers['date'])) : Number.NaN;
    if (Number.isNaN(instant)) return undefined;
    return { offsetMs: instant - Date.now(), how: 'by the Date header', toleranceMs: headerToleranceMs };
  } finally {
    await client.close();
  }
}
