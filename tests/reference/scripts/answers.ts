import { vi } from 'vitest';
import type { Overrides } from '../../../reference/faults/fault.ts';
import { createWorld, type World } from '../../../reference/world.ts';

const START = new Date('2026-01-01T00:00:00.000Z');

/** Notes lines about a world, and is told after which of them the comparison may end it. */
type Script = (world: World, lines: string[], compared: () => void) => Promise<void>;

/** Ends a script at the first line that is not the expected one: what would follow can't make them equal again. */
class Differs extends Error {}

/** The lines that a script notes. Where others are expected, it ends with the first that differs. */
async function answersOf(
  script: (lines: string[], compared: () => void) => Promise<void>,
  expected?: readonly string[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  let same = 0;
  const compared = () => {
    if (expected === undefined) return;
    while (same < lines.length && lines[same] === expected[same]) same += 1;
    if (same < lines.length) throw new Differs();
  };
  try {
    await script(lines, compared);
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
  }
  return lines;
}

/**
 * The lines that a script notes of a world of its own. It needs fake dates: time moves only with the steps of the script, so that two worlds
 * of one seed give identical answers. Where some are expected, it ends with the first other one.
 */
export async function transcriptOf(
  script: Script,
  faults: readonly Overrides[],
  expected?: readonly string[],
): Promise<readonly string[]> {
  vi.setSystemTime(START);
  const world = createWorld({ faults });
  try {
    return await answersOf((lines, compared) => script(world, lines, compared), expected);
  } finally {
    world.clock.stop();
  }
}
