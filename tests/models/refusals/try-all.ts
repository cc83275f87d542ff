import { expect } from 'vitest';
import type { Machine } from '../../../engine/machine.ts';
import type { Call, Reply } from '../../../models/wire.ts';
import { canMeet, type Fault, type Named, type Pairs, requestOf } from './enumerated.ts';

export interface Asked<S, N> {
  readonly machine: Machine<S, Call, Reply, N>;
  readonly states: readonly Named<S>[];
  readonly pairs: Pairs<S, N>;
}

/** Tries the requests of an operation: each fault in each state and beside each other, and each state beside each fault. */
export function tryAll<S, N>(
  { machine, states, pairs }: Asked<S, N>,
  name: string,
  kind: string,
  uses: Readonly<Record<string, string>>,
  faults: readonly Fault[],
  hides: (fault: Fault) => boolean,
): void {
  const operation = machine.operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  // A state in which the right request is taken for certain, or may be.
  const found = states.flatMap(({ name: way, state }) => {
    const base = operation
      .attempts(state)
      .some(
        (attempt) =>
          attempt.kind === kind && attempt.negative !== true && uses['payment'] === attempt.uses['payment'],
      )
      ? requestOf(operation, state, { kind, uses })
      : undefined;
    return base === undefined ? [] : [{ way, state, base }];
  });
  const [sound] = found;
  if (sound === undefined) throw new Error(`${name} ${kind} is possible in no state`);
  const { base } = sound;
  const others = states.filter(
    ({ state }) => state !== sound.state && operation.resolve(state, base.step) !== undefined,
  );
  for (const fault of faults) {
    const resting = pairs.restingOn(base, sound.state, fault);
    if (resting.length > 0 && !hides(fault))
      for (const { name: way, state } of others)
        pairs.demand(base, `${name} ${fault.name}`, `after ${way}`, state, fault.apply(base.call), resting);
    for (const other of faults) {
      if (resting.length === 0 || !canMeet(fault, other)) continue;
      const call =
        fault.part === 'field' ? other.apply(fault.apply(base.call)) : fault.apply(other.apply(base.call));
      pairs.demand(base, `${name} ${fault.name}`, other.name, sound.state, call, resting);
    }
  }
  for (const { name: way, state } of others) {
    const resting = pairs.ofState(base, sound.state, state);
    if (resting.length === 0) continue;
    for (const fault of faults)
      if (!hides(fault))
        pairs.demand(base, `${name} after ${way}`, fault.name, state, fault.apply(base.call), resting);
  }
}

/** What a test prints and asserts of the pairs. */
export function told<S, N>(title: string, { pairs, states }: Asked<S, N>): void {
  process.stdout.write(`${title}: ${pairs.count} pairs of causes in ${states.length} states\n`);
  expect(pairs.lost).toEqual([]);
}

/** Long enough for a busy machine: each pair is judged by hundreds of replies. */
export const timeoutMs = 400_000;
