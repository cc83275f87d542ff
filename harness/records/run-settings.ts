import type { GivenData } from '../../models/setup.ts';
import type { RunSettings, RunRecord } from './run-record.ts';
import type { Target } from '../settings/settings.ts';
import { withoutEnd } from '../../spec/forms.ts';

/** The setting that counts the parts beside zip which are given of a shipping address. */
export const givenParts = 'data.shipping_address parts';

/** The setting that names the file with the traffic of others that was judged. */
export const judgedFile = 'judge file';

/** How a run was asked for. */
interface Asked {
  /** Infinity: as many as the target allows. */
  readonly maxRequests: number;
  readonly realTime: boolean;
  readonly bail: boolean;
  readonly requireComplete?: boolean;
}

/**
 * What decides which requests a run sends and how they are judged, beside its interfaces and means; nothing secret, and nothing that only decides
 * how fast it goes. An embedded target has another address each time.
 */
export function runSettings(
  target: Target,
  { maxRequests, realTime, bail, requireComplete = false }: Asked,
): RunSettings {
  const { kind, legacy, resource, webhooks, control, limits, chaos, data, cleanup = false, way } = target;
  const remote = kind === 'remote';
  return {
    kind,
    ...(remote &&
      legacy && {
        'legacy.base_url': addressOf(legacy.baseUrl),
        'legacy.authorize_path': legacy.authorizePath,
        ...(legacy.paths && { 'legacy.paths': JSON.stringify(legacy.paths) }),
        ...(legacy.payments && { 'legacy.payments': legacy.payments.length }),
        ...(legacy.asksPin && { 'legacy.personas.pin.pin': 'ask' }),
        'legacy.validity': `${legacy.validityMs} ms`,
      }),
    ...(remote &&
      resource && {
        'resource.base_url': addressOf(resource.baseUrl),
        'resource.version': resource.version,
        ...(resource.versionHeader && { 'resource.version_header': resource.versionHeader }),
        'resource.tokens': resource.tokens.length,
        ...(resource.payments && { 'resource.payments': resource.payments.length }),
        ...(resource.spendable && { 'resource.tokens with spend': resource.spendable.length }),
      }),
    ...(remote && control && { 'control.url': addressOf(control.url) }),
    ...(webhooks && { 'webhooks.deadline': `${target.notificationDeadlineMs} ms` }),
    ...(cleanup && { cleanup }),
    ...(way?.settleMs !== undefined && { settle: `${way.settleMs} ms` }),
    ...namesOf(data),
    ...(chaos && { chaos: JSON.stringify(chaos) }),
    'limits.concurrency': limits.concurrency,
    'limits.amount.min': limits.amount.min,
    'limits.amount.max': limits.amount.max,
    ...(limits.maxRequests !== undefined && { 'limits.max_requests': limits.maxRequests }),
    ...(limits.wrongKeys !== undefined && { 'limits.wrong_keys': limits.wrongKeys }),
    ...(Number.isFinite(maxRequests) && { '--max-requests': maxRequests }),
    '--real-time': realTime,
    '--bail': bail,
    ...((requireComplete || target.requireComplete === true) && { [completeRequired]: true }),
  };
}

/** Which data is given. The values are private. */
function namesOf({ buyer, buyerAddress, shippingAddress, wholeAmounts }: GivenData = {}): RunSettings {
  const names = Object.entries({
    'data.buyer': buyer,
    'data.buyer.address': buyerAddress,
    'data.shipping_address': shippingAddress,
  }).flatMap(([name, given]) => (given === undefined ? [] : [[name, Object.keys(given).join(', ')]]));
  return {
    ...(Object.fromEntries(names) as RunSettings),
    ...(shippingAddress && {
      [givenParts]: Object.keys(shippingAddress).filter((name) => name !== 'zip').length,
    }),
    ...(wholeAmounts === true && { 'data.whole_amounts': true }),
  };
}

/** Under this name a run notes that its verdict is to be conformant only where nothing was left out. */
export const completeRequired = '--require-complete';

/** An address without what may be secret in it. */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + withoutEnd(pathname, '/');
}

/** What is different in a run from how it began, in words; nothing when it can go on. */
export function differences(before: RunRecord, now: RunRecord): readonly string[] {
  if (before.settings === undefined)
    return ['it is of an earlier version of payproof, which did not note its settings'];
  const pairs: readonly (readonly [what: string, before: unknown, now: unknown])[] = [
    ['payproof', before.tool.version, now.tool.version],
    ['the target', before.target.name, now.target.name],
    ['its interfaces', before.target.interfaces, now.target.interfaces],
    ['what it offers', before.target.means.toSorted(), now.target.means.toSorted()],
    ['--seed', before.seed, now.seed],
    ['--runs', before.runs, now.runs],
    ['--only', before.only, now.only],
    ['--shard', shardText(before), shardText(now)],
    ['its profile', before.profile, now.profile],
    ['its known_deviations', before.knownDeviations, now.knownDeviations],
    ...keysOf(before, now).map((key) => [key, before.settings?.[key], now.settings?.[key]] as const),
  ];
  return pairs.flatMap(([what, was, is]) => {
    const [one, other] = [saidOf(was), saidOf(is)];
    return one === other ? [] : [`${what} was ${one} and is ${other}`];
  });
}

function shardText({ shard }: RunRecord): string | undefined {
  return shard && `${shard.index}/${shard.of}${shard.shared ? '' : ', each with a server of its own'}`;
}

function keysOf(...runs: readonly RunRecord[]): readonly string[] {
  return [...new Set(runs.flatMap(({ settings }) => Object.keys(settings ?? {})))];
}

function saidOf(value: unknown): string {
  if (value === undefined) return 'not set';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ');
  return JSON.stringify(value, inOrder);
}

/** Writes the fields of an object in the order of their names. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
