import type { Breach } from '../../engine/model.ts';
import type { FailureRecord, SequenceRecord } from '../../harness/journal-records.ts';
import { summaryOf } from '../explore/failure-record.ts';
import type { Session } from '../run/session.ts';
import { Bench, Unjudged } from './bench.ts';

/** What a look at the target has shown. */
export interface ClaimVerdict {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
  /** Latitude id → choice. */
  readonly observed: Readonly<Record<string, string>>;
  /** The payments whose notifications break a rule, where others beside them keep it. Default: it can't be told. */
  readonly about?: readonly string[];
}

export interface ClaimToJudge {
  /** `retries`: names the sequence and, in a reproduction, the procedure. */
  readonly claim: string;
  /** Looks once: at everything, or at what tells of the accused rules at least, the less the better. Throws Unjudged. */
  judge(bench: Bench, attempt: 'first' | 'second', accused?: ReadonlySet<string>): Promise<ClaimVerdict>;
}

/**
 * Judges a claim about delivery, which is a procedure and no sequence of a machine, and journals the verdict.
 * What breaks a rule is looked at once more: only what breaks twice is accused. What a busy machine spoilt once is proven by two
 * looks that find nothing wrong, the last of which counts.
 */
export async function certifyClaim(
  session: Session,
  { claim, judge }: ClaimToJudge,
): Promise<readonly FailureRecord[]> {
  const first = await look(session, claim, 'first', judge);
  if (first === undefined || first.verdict.breaches.length === 0) return [];
  const accused = new Set(first.verdict.breaches.map(({ rule }) => rule));
  const second = await look(session, claim, 'second', (bench, attempt) => judge(bench, attempt, accused));
  const again = new Set(second?.verdict.breaches.map(({ rule }) => rule));
  const breaches = first.verdict.breaches.filter(({ rule }) => again.has(rule));
  if (second === undefined) return [];
  if (breaches.length === 0) {
    if (second.verdict.breaches.length === 0) await look(session, claim, 'third', judge);
    return [];
  }
  const record = failureOf(session, claim, breaches, first.requests, second);
  session.journal.write(record);
  return [record];
}

interface Look {
  readonly verdict: ClaimVerdict;
  readonly bench: Bench;
  /** Of the whole run, when the verdict was found. */
  readonly requests: number;
}

async function look(
  session: Session,
  claim: string,
  attempt: 'first' | 'second' | 'third',
  judge: ClaimToJudge['judge'],
): Promise<Look | undefined> {
  const { receiver, journal, suite, plan } = session;
  if (receiver === undefined) return undefined;
  const phase = attempt === 'second' ? 'confirm' : 'explore';
  const id = `${suite}/${claim}-${attempt}`;
  const bench = new Bench({
    driver: session.driver(id, phase),
    receiver,
    setup: session.setup(true),
    deadlineMs: plan.target.notificationDeadlineMs,
    ended: () => session.ended(),
  });
  const counts = (): Pick<SequenceRecord, 'requests' | 'steps' | 'skipped'> => ({
    requests: bench.requests,
    steps: bench.transcript.length,
    skipped: 0,
  });
  const head = { k: 'sequence', id, suite, phase } as const;
  try {
    const verdict = await judge(bench, attempt === 'first' ? 'first' : 'second');
    const { breaches, evidence, observed } = verdict;
    journal.write({
      ...head,
      ...counts(),
      verdict: breaches.length > 0 ? 'violated' : 'explained',
      evidence: tally(evidence),
      observed: Object.fromEntries(Object.entries(observed).map(([id_, choice]) => [id_, { [choice]: 1 }])),
      coverage: { [`webhooks | ${claim} | ${breaches.length > 0 ? 'broken' : 'kept'}`]: 1 },
    });
    return { verdict, bench, requests: session.connection.requests };
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    const why = error.message;
    journal.write({
      ...head,
      ...counts(),
      verdict: 'inconclusive',
      why,
      evidence: {},
      observed: {},
      coverage: {},
    });
    return undefined;
  }
}

function tally(rules: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const rule of rules) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

function failureOf(
  session: Session,
  claim: string,
  breaches: readonly Breach[],
  requestsToFind: number,
  { bench, verdict: { about = [] } }: Look,
): FailureRecord {
  const requirement = [...new Set(breaches.map(({ rule }) => rule))];
  return {
    k: 'failure',
    requirement,
    interface: 'webhooks',
    suite: session.suite,
    machine: `webhooks-${claim}`,
    summary: summaryOf(claim, breaches),
    signature: { at: 'procedure', operations: [claim], rules: requirement.toSorted() },
    breaches,
    sequence: bench.transcript.map(({ step, operation, kind, uses }) => ({
      id: step,
      operation,
      kind,
      uses,
    })),
    transcript: bench.transcript,
    steps: bench.requests,
    requestsToFind,
    requestsToShrink: bench.requests,
    flaky: false,
    failed: 2,
    outOf: 2,
    exclusive: true,
    seed: session.plan.seed,
    ...(about.length > 0 && { about }),
    reproduction: `${session.suite.replaceAll('/', '-')}-${claim}`,
  };
}
