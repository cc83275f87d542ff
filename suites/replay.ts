import { arrived } from '../engine/explore.ts';
import { execute } from '../engine/execute.ts';
import type { Breach, Sequence } from '../engine/model.ts';
import { signatureOf } from '../engine/shrink.ts';
import type { TranscriptLine } from '../harness/journal-records.ts';
import type { Journal } from '../harness/journal.ts';
import { preflight } from '../harness/preflight.ts';
import { SettingsError } from '../harness/settings-error.ts';
import { transcriptLine } from './failure-record.ts';
import { machineNamed, machineNames } from './machines.ts';
import { reachTarget, type RunOptions } from './prepare.ts';
import { openSession } from './session.ts';

/** What a replay needs of a reproduction. */
export interface Replayable {
  readonly machine: string;
  readonly sequence: Sequence;
  readonly exclusive: boolean;
  readonly interface: string;
  readonly signature: string;
}

export interface ReplayResult {
  /** How often the same failure came in how many runs. */
  readonly failed: number;
  readonly outOf: number;
  /** How often the target could not be judged: lost answers, steps that it would not let be made. */
  readonly unjudged: number;
  /** Violations of another kind than the one that is replayed. */
  readonly others: number;
  /** The last run's, or the failing run's where there was one. */
  readonly breaches: readonly Breach[];
  readonly lines: readonly TranscriptLine[];
}

const noJournal: Journal = { write: () => undefined, flush: () => undefined, close: () => undefined };

/**
 * Runs one reproduction against a target, `times` times on fresh entities; nothing is written.
 * Throws SettingsError on wrong settings or a reproduction that this version can't run, Unreachable when the target can't be reached.
 */
export async function replay(
  reproduction: Replayable,
  options: Pick<RunOptions, 'targets' | 'target' | 'seed'> & { readonly times?: number },
): Promise<ReplayResult> {
  const { target, close } = await reachTarget(options);
  try {
    const { capabilities } = await preflight(target);
    const plan = {
      target,
      capabilities,
      seed: 0,
      runs: 1,
      bail: false,
      only: [],
      out: '',
      startedAt: Date.now(),
    };
    const session = await openSession(plan, 'replay', noJournal);
    try {
      return await runAll(session, reproduction, options.times ?? 1);
    } finally {
      await session.close();
    }
  } finally {
    await close();
  }
}

async function runAll(
  session: Awaited<ReturnType<typeof openSession>>,
  reproduction: Replayable,
  times: number,
): Promise<ReplayResult> {
  const machine = machineNamed(reproduction.machine, session.setup(reproduction.exclusive));
  if (machine === undefined) {
    throw new SettingsError(
      `There is no machine "${reproduction.machine}". Known: ${machineNames.join(', ')}.`,
    );
  }
  const known = new Set(machine.operations.map(({ name }) => name));
  const unknown = reproduction.sequence.find(({ operation }) => !known.has(operation));
  if (unknown !== undefined) {
    const why = `${unknown.operation}: the target does not offer what this step needs, or the reproduction is of another version`;
    throw new SettingsError(`Step ${unknown.id} can't be run. ${why}.`);
  }
  const byArrival = reproduction.signature.startsWith('arrivals ');
  let result: ReplayResult = { failed: 0, outOf: times, unjudged: 0, others: 0, breaches: [], lines: [] };
  for (let time = 1; time <= times; time += 1) {
    const ran = await execute(machine, reproduction.sequence, session.driver(`replay-${time}`, 'replay'));
    const arrivals = byArrival ? session.arrivals() : undefined;
    const execution = arrivals === undefined ? ran : await arrived(machine, ran, arrivals);
    const { violation, performed } = execution;
    const same = violation !== undefined && signatureOf(violation) === reproduction.signature;
    const lost = performed.some(({ observation }) => 'lost' in observation);
    const unjudged =
      violation === undefined && (lost || execution.skipped > 0 || execution.inconclusive !== undefined);
    const breaches = violation?.breaches ?? [];
    const lines = performed.map((one, index) =>
      transcriptLine(one, violation?.at === 'reply' && index === performed.length - 1 ? breaches : []),
    );
    result = {
      ...result,
      failed: result.failed + Number(same),
      others: result.others + Number(violation !== undefined && !same),
      unjudged: result.unjudged + Number(unjudged),
      ...(violation !== undefined || result.lines.length === 0 ? { breaches, lines } : {}),
    };
  }
  return result;
}
