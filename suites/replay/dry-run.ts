import type { Step } from '../../engine/model.ts';
import { simulateStep } from '../../engine/walk/simulate-step.ts';
import { controlled, meansOf, setupOf } from '../../harness/means/means.ts';
import { toHttp, type JournaledRequest } from '../../harness/wire/request.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { type AnyMachine, machineNamed } from '../explore/machines.ts';
import { type RunOptions } from '../run/run-config.ts';
import { reachTarget } from '../availability/reach-target.ts';
import type { Replayable } from '../run/run-config.ts';
import type { Call } from '../../models/wire.ts';
import type { BelievedValue } from '../../spec/believed.ts';
import { readingStored } from './runnable.ts';

/** A request that a replay would send; keys and checksums are placeholders. */
export interface PlannedRequest extends JournaledRequest {
  readonly step: string;
  readonly operation: string;
  readonly kind: string;
  /** What a capture or a refund will move: as the request asks, else all that is left. Null: it follows from an answer. Absent: it moves nothing. */
  readonly amount?: string | null;
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
  /** What is known without any answer: amounts that only the target knows are placeholders in the other. */
  let sure = state;
  return sequence.flatMap((step) => {
    const operation = machine.operations.find((one) => one.name === step.operation);
    const call = operation?.resolve(state, step);
    if (operation === undefined || call === undefined) return [];
    if (call.to !== 'control' && target[call.to] === undefined)
      throw new SettingsError(`The target ${target.name} claims no ${call.to} interface.`);
    const moved = movedBy(machine, sure, step, call);
    sure = operation.predict(sure, call, step, 'ordinary')[0]?.next() ?? sure;
    state = simulateStep(machine, operation, state, step)?.state ?? state;
    const { id, kind } = step;
    return [{ step: id, operation: step.operation, kind, ...moved, ...toHttp(call, target).journal }];
  });
}

/** The amount that a capture or a refund will move, as far as it is known before any answer. */
function movedBy(
  machine: AnyMachine,
  state: unknown,
  step: Step,
  call: Call,
): Pick<PlannedRequest, 'amount'> {
  if (step.operation !== 'capture' && step.operation !== 'refund') return {};
  const amounts = new Map<string, string>();
  for (const { is } of machine.believes?.(state, step, call) ?? []) {
    const fact = is as BelievedValue;
    if (fact.fact !== 'state') amounts.set(fact.fact === 'amount' ? fact.what : fact.fact, fact.is);
  }
  const all =
    amounts.get('left') ??
    (step.operation === 'capture' ? (amounts.get('ordered') ?? amounts.get('authorized')) : undefined);
  return { amount: amounts.get('asked') ?? all ?? null };
}
