import { request } from 'undici';
import type { ControlCall } from '../models/wire.ts';
import { openControl } from './control.ts';
import type { Finding } from './finding.ts';
import type { Target } from './settings.ts';

const readClock: ControlCall = { to: 'control', operation: 'clock', method: 'GET', path: '/clock' };

/** A Date header tells whole seconds, and the way of the answer adds to it: less than this is no difference. */
const headerToleranceMs = 2000;

/** How far the target's clock is from ours, by its control interface or by the Date header of an answer. Accuses nobody: a skewed clock is allowed for. */
export async function clockOffset(target: Target, capabilities: readonly string[]): Promise<Finding> {
  const told = capabilities.includes('clock.read') ? await byControl(target) : await byHeader(target);
  if (told === undefined)
    return { part: 'clock', verdict: 'note', text: 'the target does not tell its time' };
  const { offsetMs, how, toleranceMs } = told;
  const near = Math.abs(offsetMs) <= toleranceMs;
  const seconds = `${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ours`;
  return {
    part: 'clock',
    verdict: near ? 'well' : 'note',
    text: near
      ? `the target's clock agrees with ours (${how})`
      : `the target's clock is ${seconds} (${how}); that is allowed for`,
  };
}

interface Told {
  readonly offsetMs: number;
  readonly how: string;
  readonly toleranceMs: number;
}

async function byControl(target: Target): Promise<Told | undefined> {
  const control = openControl(target);
  try {
    const sent = Date.now();
    const answer = await control.send(readClock);
    if (!('reply' in answer)) return undefined;
    const { body } = answer.reply;
    const now: unknown = typeof body === 'object' && body !== null && 'now' in body ? body.now : undefined;
    const instant = typeof now === 'string' ? Date.parse(now) : NaN;
    const ours = (sent + Date.now()) / 2;
    if (Number.isNaN(instant)) return undefined;
    return {
      offsetMs: instant - ours,
      how: 'GET /clock of its control',
      toleranceMs: Date.now() - sent + 50,
    };
  } finally {
    await control.close();
  }
}

async function byHeader(target: Target): Promise<Told | undefined> {
  const url = target.legacy?.baseUrl ?? target.resource?.baseUrl;
  if (url === undefined) return undefined;
  const timeout = target.limits.timeoutMs;
  try {
    const { headers, body } = await request(url, { headersTimeout: timeout, bodyTimeout: timeout });
    await body.dump();
    const instant = Date.parse(String(headers['date']));
    if (Number.isNaN(instant)) return undefined;
    return { offsetMs: instant - Date.now(), how: 'by the Date header', toleranceMs: headerToleranceMs };
  } catch {
    return undefined;
  }
}
