import type { Progress, SeenViolation, SuiteWork } from '../../reports/journal/progress.ts';
import type { RunLength } from './run-length.ts';
import { steadyNow } from '../../harness/time.ts';

/** What a display shows of a run. */
export interface RunState {
  readonly violations: number;
  /** How much of the run is done, 0 to 1. */
  readonly share: number;
  readonly elapsedMs: number;
  /** How long it will still take; undefined while that is a guess. */
  readonly leftMs: number | undefined;
  readonly requestsPerSecond: number;
  /** How long the target has not answered, and how long it is waited for in all, ms. Undefined while it answers. */
  readonly away: { readonly forMs: number; readonly mostMs: number } | undefined;
  /** Control calls that have not answered for long, and for how long, ms. */
  readonly waiting: readonly { readonly method: string; readonly path: string; readonly ms: number }[];
  readonly proven: number;
  readonly testable: number;
  readonly sequences: number;
  /** The suites under way, each with how far it has come where it says so. */
  readonly suites: readonly { readonly name: string; readonly note?: string; readonly isPlanning: boolean }[];
  /** What is done where no suite is under way. */
  readonly stage: 'begin' | 'read back' | 'suites' | 'reports';
}

/** Shows a run's state. */
export interface Display {
  violation(violation: SeenViolation): void;
  show(state: RunState): void;
  /** Leaves the terminal to a person who types, until `show` is called again. */
  clear(): void;
  end(): void;
}

/** Of what is sent in a run, where less is done the time that is left says nothing. */
const leastSent = 0.05;

/** Of a run, the part that its plans take and that its reports take: no time of theirs is forecast. */
const planningShare = 0.1;
const reportsShare = 0.05;

/** Over so long the rate is measured, ms: with a slow target a second has no reply. */
const rateMs = 10_000;

/** The rate at which replies come now. */
export class ReplyRate {
  #seen: readonly { readonly at: number; readonly count: number }[];

  /** Nothing has come at this time, ms. */
  constructor(at: number) {
    this.#seen = [{ at, count: 0 }];
  }

  /** So many have come until then. Gives how many a second that are. */
  note(at: number, count: number): number {
    // The count begins again where a resumed run's journal comes to what is written now.
    const recent = this.#seen.filter((one) => at - one.at <= rateMs && one.count <= count);
    this.#seen = [...recent, { at, count }];
    const [from] = this.#seen;
    if (from === undefined || from.at === at) return 0;
    return (1000 * (count - from.count)) / (at - from.at);
  }
}

/** The state of a run that has come so far. `least`: the share that was shown before, since what turns out to be more work takes none back. */
export function stateOf(
  progress: Omit<Progress, 'reducers'>,
  { suites, requests = Infinity, forMs = Infinity }: RunLength,
  {
    elapsedMs,
    rate,
    now = steadyNow(),
    least = 0,
    stage = progress.stage,
  }: {
    readonly elapsedMs: number;
    readonly rate: number;
    readonly now?: number;
    readonly least?: number;
    readonly stage?: RunState['stage'];
  },
): RunState {
  const byTime = forMs === Infinity ? 0 : elapsedMs / forMs;
  // A night takes its time, however many sequences that are.
  const sent = Math.min(
    1,
    Math.max(
      forMs === Infinity ? exploredShare(progress.work, suites) : 0,
      progress.requests / requests,
      byTime,
    ),
  );
  // The time of a night counts from its begin.
  const planning = forMs === Infinity ? planningShare : 0;
  const reached = planning * plannedShare(progress.work, suites) + (1 - planning - reportsShare) * sent;
  const share = Math.max(least, stage === 'reports' ? 1 - reportsShare : reached);
  const leftOf = (done: number): number => (elapsedMs * (1 - done)) / done;
  const sinceStart = now - (progress.startedAt ?? now);
  return {
    violations: progress.violations.length,
    share,
    elapsedMs,
    leftMs: sent < leastSent || stage === 'reports' ? undefined : leftOf(planning > 0 ? share : sent),
    requestsPerSecond: rate,
    away: progress.away && {
      forMs: Math.max(0, sinceStart - progress.away.since),
      mostMs: progress.away.until - progress.away.since,
    },
    waiting: [...progress.waiting.values()].map(({ method, path, since }) => ({
      method,
      path,
      ms: Math.max(0, sinceStart - since),
    })),
    proven: progress.proven.size,
    testable: progress.testable.size,
    sequences: progress.sequences,
    suites: [...progress.suites].map(([name, note]) => ({
      name,
      ...(note !== undefined && { note }),
      isPlanning: suites.get(name)?.isPlanned === true && !hasPlan(progress.work.get(name)),
    })),
    stage,
  };
}

/** How many of the plans are made, 0 to 1. */
function plannedShare(work: ReadonlyMap<string, SuiteWork>, suites: RunLength['suites']): number {
  const planning = [...suites].filter(([, { isPlanned: has }]) => has);
  return planning.length === 0
    ? 1
    : planning.filter(([name]) => hasPlan(work.get(name))).length / planning.length;
}

/** Whether the plan of a suite is made. One that has nothing planned says nothing of it. */
function hasPlan(work: SuiteWork | undefined): boolean {
  return work !== undefined && (work.planned !== undefined || work.sequences > 0 || work.ended);
}

/**
 * How much of what suites explore is done, 0 to 1, in requests. A suite whose sequences are not known yet is taken to be like the others: else
 * the time that is left would grow with each suite that begins. It takes no account of suites that go side by side.
 */
function exploredShare(work: ReadonlyMap<string, SuiteWork>, suites: RunLength['suites']): number {
  const begun = [...work.values()];
  const told = begun.flatMap(({ planned }) => planned ?? []);
  const usualPlanned = sum(told) / Math.max(1, told.length);
  const done = sum(begun.map(({ requests }) => requests));
  const usualRequests = done / Math.max(1, sum(begun.map(({ sequences }) => sequences)));
  const left = [...suites].map(([name, { random, isPlanned }]) => {
    const { planned, sequences = 0, requests = 0, ended = false } = work.get(name) ?? {};
    if (ended) return 0;
    const expected = random + (planned ?? (isPlanned ? usualPlanned : 0));
    return Math.max(0, expected - sequences) * (sequences === 0 ? usualRequests : requests / sequences);
  });
  return done === 0 ? 0 : done / (done + sum(left));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
