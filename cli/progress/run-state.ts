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
  /** Control calls that have not answered for long, and for how long, ms. */
  readonly waiting: readonly { readonly method: string; readonly path: string; readonly ms: number }[];
  readonly proven: number;
  readonly testable: number;
  readonly sequences: number;
  /** The suites under way, each with how far it has come where it says so. */
  readonly suites: readonly string[];
}

/** Shows a run's state. */
export interface Display {
  violation(violation: SeenViolation): void;
  show(state: RunState): void;
  /** Leaves the terminal to a person who types, until `show` is called again. */
  clear(): void;
  end(): void;
}

/** Of less, the time that is left says nothing. */
const leastShare = 0.05;

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

/** The state of a run that has come so far. */
export function stateOf(
  progress: Omit<Progress, 'reducers'>,
  { suites, requests = Infinity, forMs = Infinity }: RunLength,
  {
    elapsedMs,
    rate,
    now = steadyNow(),
  }: { readonly elapsedMs: number; readonly rate: number; readonly now?: number },
): RunState {
  const bySequences = exploredShare(progress.work, suites);
  const byTime = forMs === Infinity ? 0 : elapsedMs / forMs;
  // A night takes its time, however many sequences that are.
  const share = Math.min(
    1,
    Math.max(forMs === Infinity ? bySequences : 0, progress.requests / requests, byTime),
  );
  return {
    violations: progress.violations.length,
    share,
    elapsedMs,
    leftMs: share < leastShare ? undefined : (elapsedMs * (1 - share)) / share,
    requestsPerSecond: rate,
    waiting: [...progress.waiting.values()].map(({ method, path, since }) => ({
      method,
      path,
      ms: Math.max(0, now - (progress.startedAt ?? now) - since),
    })),
    proven: progress.proven.size,
    testable: progress.testable.size,
    sequences: progress.sequences,
    suites: [...progress.suites].map(([name, note]) => (note === undefined ? name : `${name} (${note})`)),
  };
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
