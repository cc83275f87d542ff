import { simulateStep } from '../../engine/walk/simulate-step.ts';
import { controlled, meansOf, setupOf } from '../../harness/means/means.ts';
import { toHttp, type JournaledRequest } from '../../harness/wire/request.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { machineNamed } from '../explore/machines.ts';
import { type RunOptions } from '../run/run-config.ts';
import { reachTarget } from '../availability/reach-target.ts';
import type { Replayable } from '../run/run-config.ts';
import { readingStored } from './runnable.ts';

/** A request that a replay would send; keys and checksums are placeholders. */
export interface PlannedRequest extends JournaledRequest {
  readonly step: string;
  readonly operation: string;
  readonly kind: string;
}

/**
 * The requests that a replay would send to a target, in order. Nothing is sent: each answer is presumed to be the ordinary one, and an id that
 * only the target knows is a placeholder that names its step. Throws SettingsError on wrong settings or what can't be run there.
 */
export async function dryRun(
  { machine: name, sequence, exclusive }: Replayable,
  options: Pick<RunOptions, 'targets' | 'target'>,
): Promise<readonly PlannedRequest[]> {
  const { target, close } = await reachTarget(options, { readsOnly: true });
  // The embedded target was started for its address and its consumers; it is not needed for more.
  await close();
  // What control offers would have to be asked.
  const means = meansOf(target, target.control === undefined ? [] : controlled);
  const named = machineNamed(name, setupOf(target, means, { exclusive }));
  if (named === undefined)
    throw new SettingsError(
      `${name} is a procedure: what it sends depends on the answers, so that it can't be shown before.`,
    );
  const machine = readingStored(named, sequence);
  let state = machine.fresh?.('0') ?? machine.initial;
  return sequence.flatMap((step) => {
    const operation = machine.operations.find((one) => one.name === step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) return [];
    if (call.to !== 'control' && target[call.to] === undefined)
      throw new SettingsError(`The target ${target.name} claims no ${call.to} interface.`);
    state = simulateStep(machine, operation, state, step)?.state ?? state;
    const { id, kind } = step;
    return [{ step: id, operation: step.operation, kind, ...toHttp(call, target).journal }];
  });
}
