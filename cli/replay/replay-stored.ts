import type { Reproduction } from '../../reports/reproduction/reproduction.ts';
import type { ReplayResult } from '../../suites/replay/replay.ts';
import { exitCodes } from '../command/exit-codes.ts';
import type { TargetOptions } from '../command/options.ts';

export interface ReplayOptions extends TargetOptions {
  readonly times: number;
  readonly shrink?: boolean;
  readonly dryRun?: boolean;
  readonly live?: boolean;
  readonly watch?: boolean;
  readonly watchFiles?: readonly string[];
}

/** Runs one reproduction as often as asked for, by default against the target that it was found on. */
export async function replayStored(
  reproduction: Reproduction,
  { targets, target, times, live = false }: ReplayOptions,
): Promise<ReplayResult> {
  // Imported only now: the other verbs need no machines.
  const { replay } = await import('../../suites/replay/replay.ts');
  return replay(reproduction, {
    ...(targets === undefined ? {} : { targets }),
    target: target ?? reproduction.target,
    times,
    live,
  });
}

/** A violation of another kind is still a violation; without any, a run that could not be judged proves nothing. */
export function exitOf({ failed, others, unjudged }: ReplayResult): number {
  if (failed + others > 0) return exitCodes.nonconformant;
  return unjudged > 0 ? exitCodes.inconclusive : exitCodes.conformant;
}
