import { attemptRecord } from '../explore/sequence-record.ts';
import type { Breach } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import { procedureFailure } from '../explore/failure-record.ts';
import { isOver, type Session } from '../run/session.ts';
import { Bench, Unjudged } from './bench.ts';

/** What one attempt has shown. */
export interface ProcedureVerdict {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
  /** Latitude id → choice. */
  readonly observed: Readonly<Record<string, string>>;
  /** The payments whose notifications break a rule, where those of others keep it. Default: unknown. */
  readonly about?: readonly string[];
}

/** A fixed course of calls that is judged as a whole. */
export interface Procedure {
  /** `retries`: part of the sequence's id and of the reproduction's machine. */
  readonly name: string;
  /** Runs it once: all of it, or at least what shows the accused rules, the less the better. Throws Unjudged. */
  judge(bench: Bench, attempt: 'first' | 'second', accused?: ReadonlySet<string>): Promise<ProcedureVerdict>;
}

/**
 * Runs a procedure, which is no sequence of a machine, and journals the verdict. A broken rule is tried a second time: only what breaks
 * twice is accused. What broke once, perhaps since a machine was busy, is proven by two further attempts without a breach; the last counts.
 */
export async function certifyProcedure(
  session: Session,
  { name, judge }: Procedure,
): Promise<readonly FailureRecord[]> {
  const first = await attempt(session, name, 'first', judge);
  if (first === undefined || first.verdict.breaches.length === 0) return [];
  const accused = new Set(first.verdict.breaches.map(({ rule }) => rule));
  const second = await attempt(session, name, 'second', (bench, which) => judge(bench, which, accused));
  const again = new Set(second?.verdict.breaches.map(({ rule }) => rule));
  const breaches = first.verdict.breaches.filter(({ rule }) => again.has(rule));
  if (second === undefined) return [];
  if (breaches.length === 0) {
    if (second.verdict.breaches.length === 0) await attempt(session, name, 'third', judge);
    return [];
  }
  const record = failureOf(session, name, breaches, first.requests, second);
  session.journal.write(record);
  return [record];
}

interface Attempt {
  readonly verdict: ProcedureVerdict;
  readonly bench: Bench;
  /** Of the whole run, when the verdict was found. */
  readonly requests: number;
}

/** An attempt that is made once more when the target was away meanwhile. Undefined: it could not be judged. */
async function attempt(
  session: Session,
  name: string,
  which: 'first' | 'second' | 'third',
  judge: Procedure['judge'],
): Promise<Attempt | undefined> {
  const made = await attemptOnce(session, name, which, judge);
  if (made !== 'away') return made;
  const again = isOver(session) ? undefined : await attemptOnce(session, name, which, judge, '-again');
  return again === 'away' ? undefined : again;
}

async function attemptOnce(
  session: Session,
  name: string,
  which: 'first' | 'second' | 'third',
  judge: Procedure['judge'],
  suffix = '',
): Promise<Attempt | 'away' | undefined> {
  const { receiver, journal, suite, config } = session;
  if (receiver === undefined) return undefined;
  const phase = which === 'second' ? 'confirm' : 'explore';
  const id = `${suite}/${name}-${which}${suffix}`;
  const driver = session.driver(id, phase);
  const bench = new Bench({
    driver,
    receiver,
    setup: session.setup(true),
    deadlineMs: config.target.notificationDeadlineMs,
    ended: () => isOver(session),
  });
  const note = (verdict?: ProcedureVerdict, why?: string): void => {
    const { requests, transcript } = bench;
    const of = { suite, id, which, covers: `webhooks | ${name}`, requests, steps: transcript.length, why };
    journal.write(attemptRecord(of, verdict));
  };
  try {
    const verdict = await judge(bench, which === 'first' ? 'first' : 'second');
    const isBroken = verdict.breaches.length > 0;
    const why = await whyUnjudged(driver, isBroken ? 'notifications' : undefined);
    if (why !== undefined) {
      note(undefined, why);
      return 'away';
    }
    note(verdict);
    return { verdict, bench, requests: session.connection.requests };
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    note(undefined, error.message);
    return (await whyUnjudged(driver, undefined)) === undefined ? undefined : 'away';
  }
}

function failureOf(
  session: Session,
  name: string,
  breaches: readonly Breach[],
  requestsToFind: number,
  { bench, verdict: { about = [] } }: Attempt,
): FailureRecord {
  return procedureFailure(session, {
    interface: 'webhooks',
    machine: `webhooks-${name}`,
    operation: name,
    name,
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
    exclusive: true,
    ...(about.length > 0 && { about }),
  });
}
