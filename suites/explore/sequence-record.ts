import { observedChoices, type Execution } from '../../engine/judge/execute.ts';
import { coverageCounts } from '../../harness/records/coverage-key.ts';
import type { Phase, SequenceRecord } from '../../harness/journal/journal-records.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';

/** The journal's record of a judged sequence. */
export function sequenceRecord<S>(
  id: string,
  suite: string,
  machine: string,
  phase: Phase,
  execution: Execution<S, Call, Reply, Notification>,
): SequenceRecord {
  const { violation, inconclusive, evidence, coverage } = execution;
  const passed = passedIn(execution);
  return {
    k: 'sequence',
    id,
    suite,
    phase,
    requests: execution.requests,
    steps: execution.performed.length,
    skipped: execution.skipped,
    verdict:
      violation !== undefined || passed !== undefined
        ? 'violated'
        : inconclusive !== undefined
          ? 'inconclusive'
          : 'explained',
    ...(inconclusive !== undefined && { why: inconclusive }),
    evidence: Object.fromEntries(evidence),
    observed: observedChoices(execution),
    coverage: coverageCounts(coverage.map((one) => ({ ...one, machine }))),
    ...(passed !== undefined && { passed }),
  };
}

/** Operation → rule → replies that broke it and behind which judging went on; undefined where there is none. */
function passedIn<S>({ performed }: Execution<S, Call, Reply, Notification>): SequenceRecord['passed'] {
  const passed: Record<string, Record<string, number>> = {};
  for (const { step, passed: breaches = [] } of performed)
    for (const rule of new Set(breaches.map((breach) => breach.rule))) {
      const times = (passed[step.operation] ??= {});
      times[rule] = (times[rule] ?? 0) + 1;
    }
  return Object.keys(passed).length === 0 ? undefined : passed;
}
