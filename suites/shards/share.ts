import type { LimitSettings, Target } from '../../harness/settings/settings.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { meansOf } from '../../harness/means/means.ts';
import type { Shard } from '../../harness/records/shard-records.ts';
import type { RunConfig } from '../run/run-config.ts';
import { divisionOf } from './division.ts';
import { hasKept } from './part-of.ts';

/** A part of a whole number: the first parts have what is left over. */
function shareOf(count: number, { index, of }: Pick<Shard, 'index' | 'of'>): number {
  return Math.floor((count + of - index) / of);
}

/**
 * The plan of a shard: its part of what is kept, of the requests, and of what a shared target allows and its settings give for one sequence at a
 * time. Throws SettingsError where the shards can't share the target without spoiling each other's verdicts.
 */
export function withShare(config: RunConfig): RunConfig {
  const { shard, target } = config;
  if (shard === undefined) return config;
  const division = divisionOf(config, shard);
  const { dividing, exclusiveRunsAlone } = division;
  refuseUnshareable(config, shard, dividing.length);
  // The holder runs while no other does, so that it may have as much at once as the target allows.
  const beside = exclusiveRunsAlone
    ? { index: dividing.indexOf(shard.index) + 1, of: dividing.length }
    : shard;
  const isAlone = exclusiveRunsAlone && !dividing.includes(shard.index);
  // Of those that run at once no one is known beforehand, so each has the smallest part.
  const { atOnce } = shard;
  const atATime = atOnce === undefined ? beside : { index: atOnce, of: atOnce };
  return {
    ...config,
    division,
    maxRequests: shareOf(config.maxRequests, shard),
    kept: config.kept.filter((kept) => hasKept(shard, division, kept)),
    unrunnable: config.unrunnable.filter((unrunnable) => hasKept(shard, division, unrunnable)),
    target: shard.shared
      ? {
          ...withGiven(target, isAlone ? undefined : beside),
          limits: sharedLimits(target.limits, shard, isAlone ? undefined : atATime),
        }
      : target,
  };
}

type Beside = Pick<Shard, 'index' | 'of'> | undefined;

function sharedLimits(limits: LimitSettings, shard: Shard, beside: Beside): LimitSettings {
  const { concurrency, requestsPerSecond, maxRequests, wrongKeys } = limits;
  return {
    ...limits,
    ...(maxRequests !== undefined && { maxRequests: shareOf(maxRequests, shard) }),
    ...(wrongKeys !== undefined && { wrongKeys: shareOf(wrongKeys, shard) }),
    ...(beside && { concurrency: shareOf(concurrency, beside) }),
    ...(beside && requestsPerSecond !== undefined && { requestsPerSecond: requestsPerSecond / beside.of }),
  };
}

/** What is lent to one sequence at a time is lent to one shard. */
function withGiven(target: Target, beside: Beside): Target {
  if (beside === undefined) return target;
  const own = <T>(all: readonly T[]): readonly T[] =>
    all.filter((_, place) => place % beside.of === beside.index - 1);
  const { legacy, resource } = target;
  return {
    ...target,
    ...(legacy && { legacy: { ...legacy, ...(legacy.payments && { payments: own(legacy.payments) }) } }),
    ...(resource && {
      resource: {
        ...resource,
        ...(resource.spendable && { spendable: own(resource.spendable) }),
        ...(resource.payments && { payments: own(resource.payments) }),
      },
    }),
  };
}

function refuseUnshareable(config: RunConfig, shard: Shard, length: number): void {
  const { target, capabilities } = config;
  if (!shard.shared || shard.of === 1) return;
  const { legacy, resource, limits } = target;
  const owns = 'or give each shard a server of its own and say --own-server';
  const means = meansOf(target, capabilities, config);
  const isRead = means.has('pins.read') || legacy?.asksPin === true;
  if (legacy?.personas.pin !== undefined && means.has('pin') && isRead)
    throw new SettingsError(
      `Shards that share ${target.name} would read each other's PIN: leave legacy.personas.pin out, ${owns}.`,
    );
  const given = [
    ['legacy.payments', legacy?.payments],
    ['resource.payments', resource?.payments],
    ['resource.tokens with spend: true', resource?.spendable],
  ] as const;
  for (const [name, all] of given)
    if (all !== undefined && all.length < length)
      throw new SettingsError(
        `${name} gives ${all.length}, and no two of ${length} shards may use the same: give at least ${length}, ask for fewer shards, ${owns}.`,
      );
  const most = [
    ['limits.concurrency', limits.concurrency, shard.atOnce ?? length],
    ['limits.max_requests', limits.maxRequests, length],
    ['--max-requests', config.maxRequests, length],
  ] as const;
  for (const [name, count, parts] of most)
    if (count !== undefined && count < parts)
      throw new SettingsError(
        `${name} is ${count}, which ${parts} shards can't share: allow at least ${parts}, or ask for fewer shards.`,
      );
}
