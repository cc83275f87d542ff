import { pathOf, resourceOperations } from '../../spec/operations.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { browserUnavailableReason } from '../checkout/chromium.ts';
import { openClient } from '../wire/client.ts';
import { clockOffset, openControl } from '../means/control.ts';
import { type Finding, Unreachable } from './trouble.ts';
import { openGate, type Gate } from '../pace/limits.ts';
import { liveSigns } from './live.ts';
import { controlled, testKeysOf } from '../means/means.ts';
import { preflight, type PreflightOptions } from './preflight.ts';
import { toHttp } from '../wire/request.ts';
import { encoded, stateWord } from '../../spec/forms.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Target } from '../settings/settings.ts';
import { wants } from '../given/wants.ts';
import { tryWebhookPath } from '../means/webhook-path.ts';

/** What was found, and what the control interface offers. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly capabilities: readonly string[];
  /** How long an answer to a harmless request takes, the median of a few; undefined where an interface gave none, or refuses our keys. */
  readonly latencyMs?: number;
}

/** So many answers show how long one takes: the first ones are often slower. */
const handful = 5;

/**
 * Checks each part of a target by itself with harmless requests, so that one failure hides no other: interfaces and keys, control, clock,
 * listed tokens, webhooks. Judges nothing. Calls `onFinding` for each finding at once. `gate` keeps the target's limits over all of it.
 */
export async function diagnose(
  target: Target,
  onFinding: (finding: Finding) => void,
  gate: Gate = openGate(target.limits),
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const note = (finding: Finding) => {
    findings.push(finding);
    onFinding(finding);
  };
  const { legacy, resource, control, webhooks, ...rest } = target;
  for (const finding of moneyOf(target)) note(finding);
  // A wrong key may lock an account.
  const mayTryWrongKey = () => liveSigns(target).length === 0 && target.limits.wrongKeys !== 0;
  const latencies: number[] = [];
  const looking = { mayTryWrongKey, gate, onAnswer: (ms: number) => void latencies.push(ms) };
  if (legacy === undefined) note(unclaimed('legacy'));
  else note(await reached('legacy', { ...rest, legacy }, legacy.baseUrl, looking));
  if (resource === undefined) note(unclaimed('resource'));
  else note(await reached('resource', { ...rest, resource }, resource.baseUrl, looking));
  const isWell = findings.every(
    ({ part, verdict }) =>
      (part !== 'legacy' && part !== 'resource') || verdict === 'well' || verdict === 'note',
  );
  const capabilities: string[] = [];
  let isSilent = false;
  if (control === undefined) {
    note({
      part: 'control',
      verdict: 'note',
      text: 'no control block: what takes a person or a browser cannot be tested',
    });
  } else {
    const finding = await controlOf(target, capabilities);
    isSilent = finding.verdict === 'unreachable';
    note(finding);
  }
  if (legacy !== undefined || resource !== undefined) note(await clockOffset(target, capabilities, gate));
  for (const finding of await listedTokens(target, looking)) note(finding);
  if (isWell) await lookMore(target, latencies, looking);
  if (target.checkout !== undefined) note(await browserOf());
  if (webhooks !== undefined) note(await tryWebhookPath({ ...target, webhooks }, { capabilities, isSilent }));
  return {
    findings,
    capabilities,
    ...(isWell && latencies.length > 0 && { latencyMs: medianOf(latencies) }),
  };
}

type Looking = Required<Pick<PreflightOptions, 'gate' | 'onAnswer'>>;

/** Looks at an interface again until there is a handful of answers. What fails now is no finding: it was well before. */
async function lookMore(
  { legacy, resource, control: _control, webhooks: _webhooks, ...rest }: Target,
  latencies: readonly number[],
  looking: Looking,
): Promise<void> {
  const target: Target =
    resource === undefined ? { ...rest, ...(legacy && { legacy }) } : { ...rest, resource };
  try {
    for (let nth = 0; nth < handful && latencies.length < handful; nth += 1)
      await preflight(target, { ...looking, mayTryWrongKey: () => false });
  } catch (error) {
    if (!(error instanceof SettingsError || error instanceof Unreachable)) throw error;
  }
}

function medianOf(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor((ordered.length - 1) / 2)] ?? 0;
}

/** Says of real money what it takes to spend it. */
function moneyOf(target: Target): readonly Finding[] {
  const signs = liveSigns(target);
  if (signs.length === 0) return [];
  const what = `real money: ${signs.join(', ')}. This only reads;`;
  const part = 'money';
  return target.live === 'accepted'
    ? [{ part, verdict: 'note', text: `${what} other verbs need --live too` }]
    : [
        {
          part,
          verdict: 'wrong',
          text: `${what} other verbs refuse it until its entry says "live: accepted" and they get --live`,
        },
      ];
}

function unclaimed(part: 'legacy' | 'resource'): Finding {
  return { part, verdict: 'note', text: `no ${part} block: the interface counts as not claimed` };
}

async function reached(
  part: 'legacy' | 'resource',
  target: Target,
  baseUrl: string,
  options: PreflightOptions,
): Promise<Finding> {
  const started = performance.now();
  return attempted(part, async () => {
    await preflight(target, options);
    const ms = Math.round(performance.now() - started);
    const test = part === 'resource' ? testKeysOf(target.resource?.secretKey) : undefined;
    const keys = test === undefined ? '' : test ? '; the key is one for tests' : '; the key is a LIVE one';
    return {
      part,
      verdict: test === false ? 'note' : 'well',
      text: `${baseUrl} answers as the service and takes our keys (${ms} ms)${keys}`,
    };
  });
}

async function controlOf(target: Target, capabilities: string[]): Promise<Finding> {
  const control = openControl(target);
  try {
    return await attempted('control', async () => {
      capabilities.push(...(await control.capabilities()));
      const missing = controlled.filter((one) => !capabilities.includes(one));
      const offered = `${target.control?.url} offers ${capabilities.join(', ') || 'nothing'}`;
      return missing.length === 0
        ? { part: 'control', verdict: 'well', text: offered }
        : { part: 'control', verdict: 'note', text: `${offered}; not ${missing.join(', ')}` };
    });
  } finally {
    await control.close();
  }
}

/** Whether a browser can go through the checkout. A run without one is the same but for the rows of the checkout. */
async function browserOf(): Promise<Finding> {
  const part = 'checkout';
  const browserTrouble = await browserUnavailableReason();
  return browserTrouble === undefined
    ? {
        part,
        verdict: 'well',
        text: 'a Chromium was found; doctor --checkout records the steps of a consumer',
      }
    : { part, verdict: 'note', text: `no browser goes through it: ${browserTrouble}`, browserTrouble };
}

/** Names each token of the settings that is not ACTIVE, so that it can be replaced. */
async function listedTokens(target: Target, { gate, onAnswer }: Looking): Promise<readonly Finding[]> {
  const { resource } = target;
  const { tokens = [], spendable = [] } = resource ?? {};
  const all = [...tokens, ...spendable];
  if (all.length === 0) return [];
  const client = openClient(target, { connections: 1 });
  try {
    const bad: string[] = [];
    for (const [index, id] of all.entries()) {
      const call: ApiCall = {
        to: 'resource',
        operation: 'token-get',
        method: resourceOperations['token-get'].method,
        path: pathOf(resourceOperations['token-get'], encoded(id)),
        credential: 'valid',
      };
      const answer = await gate(() => client.send(toHttp(call, target)));
      if ('reply' in answer) onAnswer(answer.ms);
      const state = 'reply' in answer ? stateOf(answer.reply) : answer.lost;
      if (state !== 'ACTIVE') bad.push(`number ${index + 1} is ${state}`);
    }
    const count = `${all.length} listed in targets.${target.name}.resource.tokens`;
    const [want] = wants({ tokens: spendable.length });
    const spent = want === undefined || spendable.length === 0 ? '' : `; ${want.text}`;
    const tooFew = want !== undefined && spendable.length > 0 && want.given < want.wanted;
    if (bad.length === 0)
      return [{ part: 'tokens', verdict: tooFew ? 'note' : 'well', text: `${count}, all ACTIVE${spent}` }];
    return [{ part: 'tokens', verdict: 'wrong', text: `${count}: ${bad.join(', ')}; they must be ACTIVE` }];
  } finally {
    await client.close();
  }
}

function stateOf({ http, body }: Reply): string {
  const status: unknown = typeof body === 'object' && body !== null && 'status' in body ? body.status : '';
  if (http >= 300) return `refused with HTTP ${http}`;
  return stateWord(status)?.slice(0, 20) ?? 'without a status';
}

/** Turns a settings error or an unreachable target into a finding. Rethrows anything else, since it is our fault. */
async function attempted(part: Finding['part'], look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof SettingsError) return { part, verdict: 'wrong', text: error.message };
    if (error instanceof Unreachable) return { part, verdict: 'unreachable', text: error.message };
    throw error;
  }
}
