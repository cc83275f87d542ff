import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { completeRequired } from '../../harness/records/run-settings.ts';
import type { NightTask } from '../../harness/records/night-records.ts';
import type { RunOptions } from '../../suites/run/run-config.ts';
import { resumable } from '../../suites/resume/restore.ts';

/** The options of a run that goes on. What is not given is as it was; what is given otherwise is refused, since it would be another run. */
export async function resumeOptions<O extends Omit<RunOptions, 'bail'> & { readonly bail?: boolean }>(
  dir: string,
  options: O,
  verb: 'certify' | 'nightly',
): Promise<O & { readonly bail: boolean; readonly night?: NightTask }> {
  if (options.out !== undefined)
    throw new SettingsError('--resume goes on in the folder of the run: leave --out out.');
  const { run, resume } = await resumable(resolve(dir));
  const began = run.nightly === undefined ? 'certify' : 'nightly';
  if (began !== verb)
    throw new SettingsError(`${dir} was begun by ${began}: use \`payproof ${began} --resume ${dir}\`.`);
  const { '--max-requests': maxRequests, '--real-time': realTime, '--bail': bail } = run.settings ?? {};
  return {
    ...options,
    target: options.target ?? run.target.name,
    seed: options.seed ?? run.seed,
    runs: options.runs ?? run.runs,
    only: options.only.length > 0 ? options.only : run.only,
    ...(typeof maxRequests === 'number' && { maxRequests: options.maxRequests ?? maxRequests }),
    ...(run.shard && {
      shard: options.shard ?? run.shard,
      ownServer: options.ownServer ?? !run.shard.shared,
    }),
    realTime: options.realTime ?? realTime === true,
    bail: options.bail ?? bail === true,
    requireComplete: options.requireComplete ?? run.settings?.[completeRequired] === true,
    resume,
    ...(run.nightly !== undefined && { night: run.nightly }),
  };
}

/** `--resume`. */
export function resumeFolder(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the folder of a run.');
  return text;
}
