import { z } from 'zod';
import { readReproduction } from '../cli/replay/read-reproduction.ts';
import { replay as run } from '../suites/replay/replay.ts';
import { checkedOptions, targetForm, type TargetChoice } from './options.ts';

/** How `replay` runs; everything has a default. The target's default is the one that the reproduction was found on. */
export interface ReplayOptions extends TargetChoice {
  /** How often it is run, each time on fresh entities. Default 1. */
  readonly times?: number | undefined;
}

/** One step of the last run that failed, or else of the last. */
export interface ReplayedStep {
  readonly step: string;
  readonly operation: string;
  /** The class of its argument, such as `full`. */
  readonly kind: string;
  /** By role, the earlier step that made what it uses. */
  readonly uses: Readonly<Record<string, string>>;
  readonly expected: string;
  readonly received: string;
}

/** What came of a reproduction. */
export interface Replayed {
  /** `fails`: a violation was seen, this one or another. `unjudged`: none was, and an answer was lost or a step could not be made. */
  readonly result: 'fails' | 'passes' | 'unjudged';
  /** The requirements that it accuses. */
  readonly requirement: readonly string[];
  /** In how many of the runs the same failure came. */
  readonly failed: number;
  readonly outOf: number;
  /** Runs with a violation of another kind. */
  readonly others: number;
  /** Runs that could not be judged. */
  readonly unjudged: number;
  /** What was broken in the run that is shown. */
  readonly breaches: readonly {
    readonly rule: string;
    readonly expected: string;
    readonly received: string;
  }[];
  readonly steps: readonly ReplayedStep[];
}

const form = { ...targetForm, times: z.int().min(1).max(1000).default(1) };

/**
 * Runs a stored reproduction against a target, as the command `replay FILE` does; prints and writes nothing. Throws a SettingsError on wrong
 * options or settings or a file that is no reproduction, and Unreachable when the target can't be reached.
 */
export async function replay(file: string, options: ReplayOptions = {}): Promise<Replayed> {
  const asked = checkedOptions(form, options);
  const stored = readReproduction(file);
  const { failed, outOf, others, unjudged, breaches, lines } = await run(stored, {
    target: stored.target,
    ...asked,
  });
  return {
    result: failed + others > 0 ? 'fails' : unjudged > 0 ? 'unjudged' : 'passes',
    requirement: stored.requirement,
    failed,
    outOf,
    others,
    unjudged,
    breaches: breaches.map(({ rule, expected, received }) => ({ rule, expected, received })),
    steps: lines.map(({ step, operation, kind, uses, expected, received }) => ({
      step,
      operation,
      kind,
      uses,
      expected,
      received,
    })),
  };
}
