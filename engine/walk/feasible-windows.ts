import type { Draw, Machine } from '../machine.ts';
import type { Sequence } from '../model.ts';
import { seededRandom } from '../seeded-random.ts';
import { drawing, drawn } from './simulate-step.ts';
import { defaultWalk, presume, walk } from './walk.ts';
import { nothingDrawn } from './weighted-choice.ts';
import { Histories, noWindows, type Windows } from './windows.ts';

/** Adds the windows of a sequence, of its steps that were made or will be, each with its ordinary outcome. Sends nothing. */
export function addWindows<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  windows: Windows,
): void {
  const histories = new Histories(machine);
  let state = machine.initial;
  for (const step of sequence) {
    const next = presume(machine, state, step);
    if (next === undefined) continue;
    if (!next.refused) histories.note(step, windows);
    state = next.state;
  }
}

/** Walks in a row that show no window, after which no more is looked for. */
const patience = 8;
/** More find a few in a hundred that are rare. */
const mostWalks = 60;

/**
 * The windows that are feasible, as far as walks without a target come by states in which they can be completed: all of three but a few, and most of
 * two. Always the same, so that two runs against one target name the same. Takes seconds.
 */
export function feasibleWindows<S, C, R, N>(machine: Machine<S, C, R, N>): Windows {
  return walksFor(machine).found;
}

/** The same, with the walks by which they were found. */
export function walksFor<S, C, R, N>(
  machine: Machine<S, C, R, N>,
): {
  readonly found: Windows;
  readonly walks: readonly Sequence[];
} {
  const found = noWindows();
  const walks: Sequence[] = [];
  if (machine.changes === undefined) return { found, walks };
  const drawnSoFar = nothingDrawn();
  const random = seededRandom(0);
  const options = { ...defaultWalk, coveringShare: 1, swarmShare: 0, bystanderShare: 0 };
  const size = (): number => found.two.size + found.three.size;
  for (let last = 0; walks.length < mostWalks && walks.length - last <= patience;) {
    const before = size();
    const sequence = walk(machine, random, drawnSoFar, options);
    addOffered(machine, sequence, drawing(random), found);
    if (size() > before) last = walks.length;
    walks.push(sequence);
  }
  return { found, walks };
}

/** Adds the windows that could be completed behind the steps of a sequence, with a change that would be accepted. */
function addOffered<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  sequence: Sequence,
  draw: Draw,
  windows: Windows,
): void {
  const changing = machine.operations.filter(({ reads, control }) => reads !== true && control !== true);
  const histories = new Histories(machine);
  let state = machine.initial;
  for (const step of sequence) {
    const next = presume(machine, state, step);
    if (next === undefined) continue;
    ({ state } = next);
    if (next.refused) continue;
    histories.note(step, windows);
    for (const operation of changing)
      for (const attempt of operation.attempts(state)) {
        if (attempt.negative === true || operation.spends?.(state, attempt) !== undefined) continue;
        const change = { operation: operation.name, kind: attempt.kind, uses: attempt.uses };
        if (!histories.isNew(change, windows)) continue;
        const offered = drawn(operation, state, { id: 'next', ...change }, draw);
        if (presume(machine, state, offered)?.refused === false) histories.complete(change, windows);
      }
  }
}
