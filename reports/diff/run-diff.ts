import { isSameSignature } from '../../engine/judge/signature.ts';
import { differences } from '../../harness/records/run-settings.ts';
import { certificate as certificateOf } from '../certificate/certificate.ts';
import type { Certificate } from '../certificate/certificate-schema.ts';
import type { Failure, RunSummary } from '../journal/summary.ts';
import type { Latency } from '../journal/transitions.ts';
import type { Register } from '../register.ts';

type RowVerdict = Certificate['requirements'][number]['verdict'];

/** One of two runs that are compared. */
interface ComparedRun {
  readonly target: string;
  readonly startedAt: string;
  readonly verdict: Certificate['verdict'];
  readonly requests: number;
  /** Absent where nothing was answered. */
  readonly latency?: Latency;
}

/** A requirement whose verdict is another one, or that has far less evidence. */
interface RowChange {
  readonly id: string;
  readonly before: RowVerdict;
  readonly after: RowVerdict;
  /** Checks that held and could have failed. */
  readonly checks: { readonly before: number; readonly after: number };
  /** Why it did not pass in the later run. */
  readonly reason?: string;
}

/** An open point that was answered otherwise. Null: it was not observed. */
interface OpenPointChange {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface FoundFailure {
  readonly requirement: readonly string[];
  readonly summary: string;
  readonly flaky: boolean;
  readonly reproduction: string;
}

/** What is different in the later of two runs. */
export interface RunDiff {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** What of the settings, the options and the version differs, in words: it may explain the rest. */
  readonly conditions: readonly string[];
  readonly rows: readonly RowChange[];
  readonly openPoints: readonly OpenPointChange[];
  /** Failures by their signature: where each was seen, and the requirements that it breaks. */
  readonly failures: {
    readonly appeared: readonly FoundFailure[];
    readonly gone: readonly FoundFailure[];
    readonly again: readonly FoundFailure[];
  };
}

/** A requirement with so much less evidence is shown though it passes in both. Random sequences differ by less. */
const farLess = 10;

/** Compares two runs by their journals. Rows and open points are those of this version, for both. */
export function diffOf(before: RunSummary, after: RunSummary, register: Register): RunDiff {
  const [was, is] = [certificateOf(before, register), certificateOf(after, register)];
  return {
    before: comparedOf(before, was),
    after: comparedOf(after, is),
    conditions: differences(before.run, after.run),
    rows: rowChanges(was, is),
    openPoints: is.latitudes.flatMap(({ id, observed }) => {
      const earlier = was.latitudes.find((one) => one.id === id)?.observed ?? null;
      return earlier === observed ? [] : [{ id, before: earlier, after: observed }];
    }),
    failures: {
      appeared: failuresNotIn(after.failures, before.failures),
      gone: failuresNotIn(before.failures, after.failures),
      again: after.failures.filter((one) => isIn(one, before.failures)).map(foundOf),
    },
  };
}

/** Whether the two runs say the same of the target. What they took and how they were asked for counts for nothing. */
export function isAlike({ rows, openPoints, failures }: RunDiff): boolean {
  return [rows, openPoints, failures.appeared, failures.gone].every((list) => list.length === 0);
}

function comparedOf({ latency, run }: RunSummary, { verdict, totals }: Certificate): ComparedRun {
  return {
    target: run.target.name,
    startedAt: run.startedAt,
    verdict,
    requests: totals.requests,
    ...(latency !== undefined && { latency }),
  };
}

function rowChanges(was: Certificate, is: Certificate): readonly RowChange[] {
  const earlier = new Map(was.requirements.map((row) => [row.id, row]));
  return is.requirements.flatMap(({ id, verdict, checks, reason }) => {
    const row = earlier.get(id);
    if (row === undefined) return [];
    const hasFarLess = verdict === 'pass' && checks * farLess <= row.checks;
    if (row.verdict === verdict && !hasFarLess) return [];
    return [
      {
        id,
        before: row.verdict,
        after: verdict,
        checks: { before: row.checks, after: checks },
        ...(reason !== undefined && { reason }),
      },
    ];
  });
}

function failuresNotIn(these: readonly Failure[], others: readonly Failure[]): readonly FoundFailure[] {
  return these.filter((one) => !isIn(one, others)).map(foundOf);
}

function isIn({ record }: Failure, others: readonly Failure[]): boolean {
  return others.some(
    (one) =>
      one.record.interface === record.interface && isSameSignature(one.record.signature, record.signature),
  );
}

function foundOf({ record: { requirement, summary, flaky, reproduction } }: Failure): FoundFailure {
  return { requirement, summary, flaky, reproduction: `reproductions/${reproduction}.json` };
}
