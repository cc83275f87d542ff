import type { Machine } from '../machine.ts';
import type { Sequence } from '../model.ts';
import { seededRandom } from '../seeded-random.ts';
import { defaultWalk, presume, walk } from './walk.ts';
import { nothingDrawn } from './weighted-choice.ts';
import { Histories, type Windows } from './windows.ts';

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

/** Walks in a row without a new window of three, after which no more is looked for: fewer miss some that few walks meet. */
const patience = 60;
/** Bounds the walks of a machine whose windows are without end. */
const mostWalks = 1000;

/**
 * The windows that are feasible, as far as walks without a target meet them: all of three but a few, and most of two. Always the same, so that
 * two runs against one target name the same. Takes seconds.
 */
export function feasibleWindows<S, C, R, N>(machine: Machine<S, C, R, N>): Windows {
  const drawn = nothingDrawn();
  const random = seededRandom(0);
  const { three } = drawn.windows;
  const options = { ...defaultWalk, coveringShare: 1, swarmShare: 0 };
  for (let walks = 0, last = 0; walks < mostWalks && walks - last <= patience; walks += 1) {
    const before = three.size;
    walk(machine, random, drawn, options);
    if (three.size > before) last = walks;
  }
  return drawn.windows;
}
