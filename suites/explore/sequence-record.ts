import type { ExpectedNotification } from '../../engine/model.ts';
import { observedChoices } from '../../engine/judge/execute.ts';
import { type Execution } from '../../engine/judge/execution.ts';
import { coverageCounts, coverageKey } from '../../harness/records/coverage-key.ts';
import type { Phase } from '../../harness/records/exchange-records.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { ExpectedNotificationRecord } from '../../harness/records/failure-record.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { Belief } from '../../engine/judge/belief.ts';
import { rejudge } from '../../engine/judge/rejudge.ts';
import type { AnyMachine } from './machines.ts';

/** The journal's record of a judged sequence. */
export function sequenceRecord<S>(
  id: string,
  suite: string,
  machine: AnyMachine,
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
    coverage: coverageCounts(coverage.map((one) => ({ ...one, machine: machine.name }))),
    ...(passed !== undefined && { passed }),
  };
}

/** By step, the requirements that an execution proves for the first time in the run. A sequence that broke a rule is no example of how another is kept. */
export function newProofs(
  {
    evidence,
    provenAt,
    violation,
    performed,
  }: Pick<Execution<unknown, unknown, unknown, unknown>, 'evidence' | 'provenAt' | 'violation' | 'performed'>,
  isNew: (rule: string) => boolean,
): Pick<SequenceRecord, 'proves'> {
  if (provenAt === undefined || violation !== undefined) return {};
  if (performed.some(({ passed }) => passed !== undefined)) return {};
  const proves: Record<string, string[]> = {};
  for (const [rule, step] of provenAt)
    if (evidence.has(rule) && isNew(rule)) (proves[step] ??= []).push(rule);
  return Object.keys(proves).length === 0 ? {} : { proves };
}

/** The record of a sequence of which only this is known: nothing else was left out, and nothing else was shown. */
export function plainRecord(
  known: Pick<SequenceRecord, 'id' | 'suite' | 'phase' | 'requests' | 'steps' | 'verdict'> &
    Partial<SequenceRecord>,
): SequenceRecord {
  return { k: 'sequence', skipped: 0, evidence: {}, observed: {}, coverage: {}, ...known };
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

/** The notifications that a sequence requires whatever the open points are, each with the step that requires it. */
export function expectedNotifications(
  machine: AnyMachine,
  { initial, performed }: Execution<unknown, Call, Reply, Notification>,
): readonly ExpectedNotificationRecord[] {
  const found: ExpectedNotificationRecord[] = [];
  let before = new Map<string, Required>();
  const explained = (belief: Belief<unknown, Notification>, index: number) => {
    const now = requiredByAll(belief);
    for (const [event, { least, fields }] of now) {
      const times = least - (before.get(event)?.least ?? 0);
      if (times > 0)
        found.push({ step: performed[index]?.step.id ?? '', event, ...(fields && { fields }), times });
    }
    before = now;
  };
  rejudge(machine, initial, performed, { explained });
  return found;
}

type Required = Pick<ExpectedNotification<Notification>, 'least' | 'fields'>;

/** By event: the fewest that any hypothesis requires. */
function requiredByAll(belief: Belief<unknown, Notification>): Map<string, Required> {
  const [first, ...others] = belief.map(({ expected }) => {
    const due = new Map<string, Required>();
    for (const one of expected)
      due.set(one.key, { ...one, least: (due.get(one.key)?.least ?? 0) + one.least });
    return due;
  });
  const due = new Map<string, Required>();
  for (const [event, one] of first ?? [])
    due.set(event, {
      ...one,
      least: Math.min(one.least, ...others.map((other) => other.get(event)?.least ?? 0)),
    });
  return due;
}

/** The step at which a sequence ended, where its answer is none that is permitted there. Where only a field is wrong, the step itself was right. */
export function wrongStep(
  machine: string,
  { violation, coverage }: Pick<Execution<unknown, unknown, unknown, unknown>, 'violation' | 'coverage'>,
): { readonly step?: string } {
  const last = coverage.at(-1);
  const isWrong = violation?.at === 'reply' && violation.breaches.some(({ about }) => about === undefined);
  return isWrong && last !== undefined ? { step: coverageKey({ ...last, machine }) } : {};
}
