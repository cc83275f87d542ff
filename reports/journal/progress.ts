import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { JournalRecord } from '../../harness/journal/journal-records.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { SuiteRecord } from '../../harness/records/suite-record.ts';
import type { Register } from '../register.ts';
import { whyNotApplicable } from '../certificate/applicable.ts';

/** A violation that was found, as far as it is displayed during a run. */
export type SeenViolation = Pick<FailureRecord, 'requirement' | 'summary' | 'flaky'>;

/** What is displayed during a run. */
export interface Progress {
  /** The suites under way, each with how far it has come where it says so. */
  readonly suites: ReadonlyMap<string, string | undefined>;
  readonly sequences: number;
  /** Sequences that were planned, beside the random ones. */
  readonly planned: number;
  readonly requests: number;
  readonly violations: readonly SeenViolation[];
  /** Requirements of this run with at least one check that held. */
  readonly proven: ReadonlySet<string>;
  /** Requirements that are tested in this run; none until the run record was read. */
  readonly testable: ReadonlySet<string>;
}

export const noProgress: Progress = {
  suites: new Map(),
  sequences: 0,
  planned: 0,
  requests: 0,
  violations: [],
  proven: new Set(),
  testable: new Set(),
};

/** The records that it is made of. */
export const followedKinds = ['run', 'suite', 'sequence', 'failure', 'resume'] as const;

/** The progress after one more record of the journal. */
export function foldProgress(progress: Progress, record: JournalRecord, register: Register): Progress {
  if (record.k === 'run') return { ...progress, testable: testableIn(record, register) };
  if (record.k === 'suite')
    return {
      ...progress,
      suites: withSuite(progress.suites, record),
      planned: progress.planned + (record.planned ?? 0),
    };
  // What was under way then is not any more.
  if (record.k === 'resume') return { ...progress, suites: new Map() };
  if (record.k === 'failure') return { ...progress, violations: [...progress.violations, seen(record)] };
  if (record.k !== 'sequence') return progress;
  return {
    ...progress,
    requests: progress.requests + record.requests,
    sequences: progress.sequences + (record.phase === 'explore' ? 1 : 0),
    proven: withEvidence(progress, record.evidence),
  };
}

function seen({ requirement, summary, flaky }: FailureRecord): SeenViolation {
  return { requirement, summary, flaky };
}

function testableIn(run: RunRecord, { requirements }: Register): ReadonlySet<string> {
  return new Set(requirements.filter((row) => whyNotApplicable(row, run) === undefined).map(({ id }) => id));
}

function withSuite(suites: Progress['suites'], { name, event, note }: SuiteRecord): Progress['suites'] {
  const changed = new Map(suites);
  changed.delete(name);
  return event === 'end'
    ? changed
    : changed.set(name, note ?? (event === 'progress' ? suites.get(name) : undefined));
}

/** Evidence of rows that were not selected is left out: the bar would be full too early. */
function withEvidence(
  { proven, testable }: Progress,
  evidence: SequenceRecord['evidence'],
): ReadonlySet<string> {
  const fresh = Object.keys(evidence).filter(
    (id) => testable.has(id) && !proven.has(id) && (evidence[id] ?? 0) > 0,
  );
  return fresh.length === 0 ? proven : new Set([...proven, ...fresh]);
}
