import { instantIn } from '../../spec/instant.ts';
import type { ControlCall } from '../../models/wire.ts';
import type { Control } from './control.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Target } from '../settings/settings.ts';

const readClock: ControlCall = { to: 'control', operation: 'clock', method: 'GET', path: '/clock' };

/** What control says of the target's clock. */
export interface ClockReading {
  /** The target's clock less ours, ms. */
  readonly offsetMs: number;
  /** How long the answer took, ms: the reading is no more precise than that. */
  readonly tookMs: number;
}

/** Reads the target's clock from control; undefined when no instant came. */
export async function readControlClock(control: Control): Promise<ClockReading | undefined> {
  const sent = Date.now();
  const answer = await control.send(readClock);
  if (!('reply' in answer)) return undefined;
  const { body } = answer.reply;
  const now: unknown = typeof body === 'object' && body !== null && 'now' in body ? body.now : undefined;
  const instant = typeof now === 'string' ? instantIn(now) : Number.NaN;
  if (Number.isNaN(instant)) return undefined;
  const ours = Date.now();
  return { offsetMs: instant - (sent + ours) / 2, tookMs: ours - sent };
}

/** Clocks that tick in whole seconds, and those that are being corrected. */
const toleranceMs = 2000;

/**
 * Reads the target's clock twice. A clock that runs, or that stands, differs from ours by the same at both: one that does not can't tell when
 * anything happened. Throws SettingsError for it; a single jump may be another user's.
 */
export async function checkControlClock(control: Control, target: Target): Promise<void> {
  const first = await readControlClock(control);
  const second = await readControlClock(control);
  if (first === undefined || second === undefined || !differ(first, second)) return;
  const third = await readControlClock(control);
  if (third === undefined || !differ(second, third)) return;
  const seconds = Math.round(Math.abs(third.offsetMs - second.offsetMs) / 1000);
  throw new SettingsError(
    `GET /clock of ${target.control?.url} (targets.${target.name}.control) moved by ${seconds} s between two readings, without being advanced. ` +
      'It must run as real time does, or not be offered.',
  );
}

function differ(one: ClockReading, other: ClockReading): boolean {
  return Math.abs(one.offsetMs - other.offsetMs) > toleranceMs + one.tookMs + other.tookMs;
}
