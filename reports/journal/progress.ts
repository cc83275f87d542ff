import type { FailureRecord, RunRecord, SequenceRecord, SuiteRecord } from '../../harness/journal-records.ts';
import type { Register } from '../register.ts';
import { whyNotApplicable } from '../certificate/applicable.ts';

/** What a person sees while a run goes on. */
export interface Progress {
  readonly suites: ReadonlySet<string>;
  readonly sequences: number;
  readonly requests: number;
  readonly violations: number;
  /** Requirements of this run with at least one check that held. */
  readonly proven: ReadonlySet<string>;
  /** Requirements that are tested in this run; none until the run record was read. */
  readonly testable: ReadonlySet<string>;
}

export const noProgress: Progress = {
  suites: new Set(),
  sequences: 0,
  requests: 0,
  violations: 0,
  proven: new Set(),
  testable: new Set(),
};

type Watched = RunRecord | SuiteRecord | SequenceRecord | FailureRecord;

/** `k` is the first key of every record, so that the many lines about single requests need not be parsed. */
const watched = /^\{"k":"(?:run|suite|sequence|failure)"/;

/** The progress after one more line of the journal. */
export function foldProgress(progress: Progress, line: string, register: Register): Progress {
  if (!watched.test(line)) return progress;
  const record = JSON.parse(line) as Watched;
  if (record.k === 'run') return { ...progress, testable: testableIn(record, register) };
  if (record.k === 'suite') return { ...progress, suites: withSuite(progress.suites, record) };
  if (record.k === 'failure') return { ...progress, violations: progress.violations + 1 };
  return {
    ...progress,
    requests: progress.requests + record.requests,
    sequences: progress.sequences + (record.phase === 'explore' ? 1 : 0),
    proven: withEvidence(progress, record.evidence),
  };
}

function testableIn(run: RunRecord, { requirements }: Register): ReadonlySet<string> {
  return new Set(requirements.filter((row) => whyNotApplicable(row, run) === undefined).map(({ id }) => id));
}

/** A suite that tells how far it has come is named with that. */
function withSuite(suites: ReadonlySet<string>, { name, event, note }: SuiteRecord): ReadonlySet<string> {
  const others = [...suites].filter((suite) => suite !== name && !suite.startsWith(`${name} (`));
  const shown = note === undefined ? name : `${name} (${note})`;
  return new Set(event === 'end' ? others : [...others, shown]);
}

/** What else a suite has shown on the way, of rows that were not selected, is left out: the bar would be full before its time. */
function withEvidence(
  { proven, testable }: Progress,
  evidence: SequenceRecord['evidence'],
): ReadonlySet<string> {
  const fresh = Object.keys(evidence).filter(
    (id) => testable.has(id) && !proven.has(id) && (evidence[id] ?? 0) > 0,
  );
  return fresh.length === 0 ? proven : new Set([...proven, ...fresh]);
}
