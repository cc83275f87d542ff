import type { Machine } from '../model.ts';
import { operationOf, operationsOf } from '../operations.ts';
import type { Driver, Execution } from '../judge/execute.ts';
import { rejudge } from '../judge/rejudge.ts';

/** After which times a wrong read is made again, ms: what takes longer is no delay between two copies of the data. */
const laterMs = [100, 300, 1000];

/**
 * How long after its wrong answer the last read of an execution is right, ms. Undefined: it stays wrong, its last step is no read, or the
 * driver can't repeat it.
 */
export async function rightLater<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { performed, initial, violation }: Execution<S, C, R, N>,
  driver: Driver<C, R>,
  notifications: boolean,
): Promise<number | undefined> {
  const last = performed.at(-1);
  if (violation?.at !== 'reply' || last === undefined || driver.sendLater === undefined) return undefined;
  if (operationOf(machine, operationsOf(machine), last.step).reads !== true) return undefined;
  let passedMs = 0;
  for (const ms of laterMs) {
    const observation = await driver.sendLater(last.call, last.step, ms - passedMs);
    passedMs = ms;
    if ('lost' in observation) return undefined;
    const again = rejudge(machine, initial, [...performed.slice(0, -1), { ...last, observation }], {
      notifications,
    });
    if (again.broken === undefined && again.inconclusive === undefined) return ms;
  }
  return undefined;
}
