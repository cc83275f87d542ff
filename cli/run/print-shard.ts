import { SettingsError } from '../../harness/settings/settings-error.ts';
import type { RunOptions } from '../../suites/run/prepare.ts';
import { mostRequests, type RunPlan } from '../../suites/run/run-plan.ts';
import { receives } from '../../suites/shards/part-of.ts';
import { terminalText } from '../command/terminal.ts';

/** Throws SettingsError where a shard is asked for that could not be merged with the others. */
export function refuseShardWithout(
  { shard, ownServer, seed }: Pick<RunOptions, 'shard' | 'ownServer' | 'seed'>,
  resume: string | undefined,
): void {
  if (resume !== undefined) return;
  if (shard === undefined && ownServer === true)
    throw new SettingsError('--own-server is about the shards of a run: give --shard, such as --shard 2/5.');
  if (shard !== undefined && seed === undefined)
    throw new SettingsError(
      '--shard needs --seed: all shards of a run have the same one. Give each the same number, such as that of the pipeline.',
    );
}

/** Says on standard error which part of a run is made, and what no other may do meanwhile. */
export function printShard(plan: RunPlan): void {
  const text = shardText(plan);
  if (text !== undefined) process.stderr.write(`${terminalText(text)}\n`);
}

/** The same as text; undefined for a whole run. */
export function shardText(plan: RunPlan): string | undefined {
  const { shard, division, target } = plan;
  if (shard === undefined || division === undefined) return undefined;
  const { index, of, shared } = shard;
  const { requestsPerSecond, concurrency } = target.limits;
  const most = mostRequests(plan);
  const allowed = [
    ...(most === Infinity ? [] : [`at most ${most} requests`]),
    ...(requestsPerSecond === undefined ? [] : [`${Number(requestsPerSecond.toFixed(2))} a second`]),
    `${concurrency} at once`,
  ];
  const isApart = division.holdsApart && !division.dividing.includes(index);
  return [
    `This is shard ${index} of ${of}, ${shared ? 'which share the target' : 'each with a server of its own'}. Its share: ${allowed.join(', ')}.`,
    ...(isApart
      ? [`It moves the target's clock, consumers or webhook URL: no other shard may run meanwhile.`]
      : division.holdsApart
        ? [`Shard 1 holds the target alone: run it before these or after them, not meanwhile.`]
        : []),
    ...(receives(shard) ? [] : ['Shard 1 receives the notifications.']),
  ].join('\n');
}
