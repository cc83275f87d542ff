import { count } from '../../engine/collections.ts';
import type { Driver, Violation } from '../../engine/judge/execution.ts';
import type { Breach } from '../../engine/model.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { SequenceRecord } from '../../harness/records/sequence-record.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { whyUnjudged } from '../availability/why-unjudged.ts';
import { failureRecord } from '../explore/failure-record.ts';
import { plainRecord } from '../explore/sequence-record.ts';
import { isOver, type Session } from '../run/session.ts';

/** What an attempt has shown. */
export interface AttemptVerdict {
  readonly evidence: readonly string[];
  readonly breaches: readonly Breach[];
  /** Latitude id → choice. */
  readonly observed?: Readonly<Record<string, string>>;
}

/** What came of one attempt. */
export interface Attempt {
  /** Undefined: it could not be judged. */
  readonly verdict: AttemptVerdict | undefined;
  /** Why it could not be judged, or not as a whole. */
  readonly why?: string | undefined;
  readonly requests: number;
  readonly steps: number;
}

/** How an attempt is made. */
export interface Attempting<A> {
  readonly which: 'first' | 'second' | 'third';
  /** Under which its requests are journaled. */
  readonly id: string;
  readonly phase: 'explore' | 'confirm';
  readonly driver: Driver<Call, Reply>;
  /** The first attempt: the second one makes all of it, or at least what shows the same breaches, the less the better. */
  readonly first?: A | undefined;
}

/** What the failure of a procedure says of itself. */
export interface ProcedureFailure
  extends
    Pick<FailureRecord, 'interface' | 'machine' | 'sequence' | 'transcript' | 'steps'>,
    Partial<Pick<FailureRecord, 'exclusive' | 'about' | 'checkout'>> {
  readonly breaches: readonly Breach[];
  /** What was done, in a word. */
  readonly operation: string;
}

/** A fixed course of actions that is judged as a whole: it is no sequence of a machine, and made whole or not at all. */
export interface Procedure<A extends Attempt> {
  /** Distinguishes it from others of its suite. Default: the suite has one. */
  readonly name?: string;
  /** What the coverage calls it: `legacy | handshake`. */
  readonly covers: string;
  /** Where its breaches show: the target is looked at again for it. Default: nothing of it depends on what a server remembers. */
  readonly at?: Violation['at'];
  attempt(how: Attempting<A>): Promise<A>;
  /** The failure, by its second attempt and what that broke again. Undefined: nothing of it can be shown. */
  failure(second: A, breaches: readonly Breach[]): ProcedureFailure | undefined;
}

/** A verdict; undefined where an attempt has shown nothing. */
export function shownBy<V extends AttemptVerdict>(verdict: V): V | undefined {
  return verdict.evidence.length === 0 && verdict.breaches.length === 0 ? undefined : verdict;
}

/**
 * Makes a procedure and journals its verdict. A broken rule is tried a second time: only what breaks twice is accused. What broke once,
 * perhaps since a machine was busy, is proven by two further attempts without a breach; the last counts.
 */
export async function certifyProcedure<A extends Attempt>(
  session: Session,
  procedure: Procedure<A>,
): Promise<readonly FailureRecord[]> {
  const first = await attempted(session, procedure, 'first');
  const broken = new Set(first?.verdict?.breaches.map(({ rule }) => rule));
  if (first === undefined || broken.size === 0 || isOver(session)) return [];
  const requestsToFind = session.connection.requests;
  const second = await attempted(session, procedure, 'second', first);
  if (second?.verdict === undefined) return [];
  const again = second.verdict.breaches.filter(({ rule }) => broken.has(rule));
  if (again.length === 0) {
    if (second.verdict.breaches.length === 0) await attempted(session, procedure, 'third', first);
    return [];
  }
  const failure = procedure.failure(second, again);
  if (failure === undefined) return [];
  const record = procedureFailure(session, procedure, { ...failure, requestsToFind });
  session.journal.write(record);
  return [record];
}

/** An attempt, which is made once more when the target was away meanwhile. Undefined: it could not be made or judged. */
async function attempted<A extends Attempt>(
  session: Session,
  procedure: Procedure<A>,
  which: Attempting<A>['which'],
  first?: A,
): Promise<A | undefined> {
  const { suite, journal } = session;
  const { name, covers, at } = procedure;
  const phase = which === 'second' ? 'confirm' : 'explore';
  for (const suffix of ['', '-again']) {
    if (suffix !== '' && isOver(session)) return undefined;
    const id = `${suite}/${name === undefined ? '' : `${name}-`}${which}${suffix}`;
    const driver = session.driver(id, phase);
    const made = await procedure.attempt({ which, id, phase, driver, first });
    const isBroken = made.verdict !== undefined && made.verdict.breaches.length > 0;
    const away = await whyUnjudged(driver, isBroken ? at : undefined);
    const { requests, steps } = made;
    const of = { suite, id, phase, covers, requests, steps, why: away ?? made.why } as const;
    const verdict = away === undefined ? made.verdict : undefined;
    journal.write(attemptRecord(of, verdict));
    if (away === undefined) return made;
  }
  return undefined;
}

interface Attempted extends Pick<SequenceRecord, 'suite' | 'id' | 'phase' | 'requests' | 'steps'> {
  readonly covers: string;
  readonly why: string | undefined;
}

/** The journal's record of an attempt, with what it has shown; without a verdict it could not be judged. */
function attemptRecord(
  { covers, why, ...attempt }: Attempted,
  verdict: AttemptVerdict | undefined,
): SequenceRecord {
  const { evidence = [], breaches = [], observed = {} } = verdict ?? {};
  const isBroken = breaches.length > 0;
  const times = new Map<string, number>();
  count(times, evidence);
  return plainRecord({
    ...attempt,
    verdict: isBroken ? 'violated' : verdict === undefined ? 'inconclusive' : 'explained',
    ...(!isBroken && why !== undefined && { why }),
    evidence: Object.fromEntries(times),
    observed: Object.fromEntries(
      Object.entries(observed).map(([latitude, choice]) => [latitude, { [choice]: 1 }]),
    ),
    ...(verdict !== undefined && { coverage: { [`${covers} | ${isBroken ? 'broken' : 'kept'}`]: 1 } }),
  });
}

/** Nothing is left to shrink: what the second attempt has sent counts as shrinking. */
function procedureFailure(
  { suite, config }: Session,
  { name }: Pick<Procedure<never>, 'name'>,
  { operation, breaches, ...failure }: ProcedureFailure & Pick<FailureRecord, 'requestsToFind'>,
): FailureRecord {
  const serial = suite.replaceAll('/', '-');
  const rules = [...new Set(breaches.map(({ rule }) => rule))].toSorted();
  return failureRecord({
    where: operation,
    suite,
    signature: { at: 'procedure', operations: [operation], rules },
    breaches,
    requestsToShrink: failure.steps,
    flaky: false,
    failed: 2,
    outOf: 2,
    exclusive: false,
    seed: config.seed,
    reproduction: name === undefined ? serial : `${serial}-${name}`,
    ...failure,
  });
}
