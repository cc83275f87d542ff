import type { Observation } from '../../engine/model.ts';
import type { ControlCall, Reply } from '../../models/wire.ts';
import { openClient } from '../wire/client.ts';
import { toHttp, lookAt } from '../wire/request.ts';
import { saidText, type Said } from '../records/run-identity.ts';
import type { Target } from '../settings/settings.ts';
import { Unreachable, type Finding } from '../preflight/trouble.ts';
import { instantIn } from '../../spec/forms.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Gate } from '../pace/limits.ts';

/** The control interface of a target, which prepares its data and moves its clock. Never judged. */
interface Control {
  /** Its capabilities; none without a control block, or on 404 or 501. Throws Unreachable when something else answers, or nothing. */
  capabilities(): Promise<readonly string[]>;
  /** The same, with what it says of itself. */
  offer(): Promise<Offer>;
  send(call: ControlCall): Promise<Observation<Reply>>;
  close(): Promise<void>;
}

/** What a control interface offers, and what it says of itself. */
export interface Offer extends Pick<Said, 'controlVersion' | 'build'> {
  readonly capabilities: readonly string[];
}

/** Opens the control interface of a target; without a control block it offers nothing. */
export function openControl(target: Target): Control {
  const client = openClient(target, { connections: 2 });
  const send = (call: ControlCall) => client.send(toHttp(call, target));
  const offer = async (): Promise<Offer> => {
    if (target.control === undefined) return { capabilities: [] };
    const at = `${target.control.url} (targets.${target.name}.control.url)`;
    const answer = await send({
      to: 'control',
      operation: 'capabilities',
      method: 'GET',
      path: '/capabilities',
    });
    if ('lost' in answer) throw new Unreachable(`${at} does not answer: ${answer.lost}.`);
    const { http, body } = answer.reply;
    if (http === 404 || http === 501) return { capabilities: [] };
    if (http === 401 || http === 403) {
      throw new Unreachable(`${at} refused the key: HTTP ${http}. Check targets.${target.name}.control.key.`);
    }
    const offered = http >= 200 && http < 300 ? offerIn(body) : undefined;
    if (offered === undefined) {
      throw new Unreachable(
        `${at} answered HTTP ${http} without a list of capabilities: it is not a control interface.`,
      );
    }
    return offered;
  };
  return {
    send,
    offer,
    capabilities: async () => (await offer()).capabilities,
    close: () => client.close(),
  };
}

function offerIn(body: unknown): Offer | undefined {
  if (typeof body !== 'object' || body === null || !('capabilities' in body)) return undefined;
  const { capabilities, version, build } = body as Readonly<Record<string, unknown>>;
  if (!Array.isArray(capabilities)) return undefined;
  const [controlVersion, said] = [saidText(version), saidText(build)];
  return {
    capabilities: capabilities.filter((item) => typeof item === 'string'),
    ...(controlVersion !== undefined && { controlVersion }),
    ...(said !== undefined && { build: said }),
  };
}

const readClock: ControlCall = { to: 'control', operation: 'clock', method: 'GET', path: '/clock' };

/** What control says of the target's clock. */
interface MeasuredOffset {
  /** The target's clock less ours, ms. */
  readonly offsetMs: number;
  /** How long the answer took, ms: the reading is no more precise than that. */
  readonly tookMs: number;
}

/** Reads the target's clock from control; undefined when no instant came. */
async function readControlClock(control: Control): Promise<MeasuredOffset | undefined> {
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
const jumpMs = 2000;

/**
 * Reads the target's clock twice. A clock that runs, or that stands, differs from ours by the same at both: one that does not can't show when
 * anything happened. Gives how far it is ahead of ours, ms; undefined where it shows no instant. Throws SettingsError for it; a single jump may be another user's.
 */
export async function checkControlClock(control: Control, target: Target): Promise<number | undefined> {
  const first = await readControlClock(control);
  const second = await readControlClock(control);
  if (first === undefined || second === undefined || !differ(first, second)) return second?.offsetMs;
  const third = await readControlClock(control);
  if (third === undefined || !differ(second, third)) return third?.offsetMs;
  const seconds = Math.round(Math.abs(third.offsetMs - second.offsetMs) / 1000);
  throw new SettingsError(
    `GET /clock of ${target.control?.url} (targets.${target.name}.control) moved by ${seconds} s between two readings, without being advanced. ` +
      'It must run as real time does, or not be offered.',
  );
}

function differ(one: MeasuredOffset, other: MeasuredOffset): boolean {
  return Math.abs(one.offsetMs - other.offsetMs) > jumpMs + one.tookMs + other.tookMs;
}

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
