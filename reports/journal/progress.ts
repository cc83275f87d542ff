import { getOrCreate } from '../../engine/collections.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Reducers } from '../../harness/journal/journal-records.ts';
import type { AwayRecord, SuiteRecord } from '../../harness/records/suite-record.ts';
import type { RunRecord } from '../../harness/records/run-record.ts';
import type { Register } from '../register.ts';
import { whyNotApplicable } from '../certificate/applicable.ts';

/** A violation that was found, as far as it is displayed during a run. */
export type SeenViolation = Pick<FailureRecord, 'requirement' | 'summary' | 'flaky'>;

/** How far the exploration of a suite is. */
export interface SuiteWork {
  /** Its planned sequences; undefined until it has said how many. */
  planned?: number;
  sequences: number;
  /** Of its sequences. */
  requests: number;
  ended: boolean;
}

/** What is displayed during a run, by the records of its journal so far. */
export class Progress {
  /** The suites under way, each with how far it has come where it says so. */
  readonly suites = new Map<string, string | undefined>();
  /** Control calls that have not answered for long, by the suite that waits for them. */
  readonly waiting = new Map<string, NonNullable<SuiteRecord['waiting']>>();
  /** Since when the target does not answer and until when it is waited for, ms since the run's start; undefined while it answers. */
  away: Pick<AwayRecord, 'since' | 'until'> | undefined;
  /** When the run began, ms since the epoch; undefined until its record was read. */
  startedAt: number | undefined;
  /** What is done where no suite is under way: at its begin, and where a broken run is read back. */
  stage: 'begin' | 'read back' | 'suites' = 'begin';
  sequences = 0;
  /** By suite. */
  readonly work = new Map<string, SuiteWork>();
  /** Requests to the target that were answered or lost, control calls left out. */
  requests = 0;
  /** The same, since the process began that writes now. */
  requestsSinceStart = 0;
  readonly violations: SeenViolation[] = [];
  /** Requirements of this run with at least one check that held. */
  readonly proven = new Set<string>();
  /** Requirements that are tested in this run; none until the run record was read. */
  testable: ReadonlySet<string> = new Set();
  readonly #register: Register;

  constructor(register: Register) {
    this.#register = register;
  }

  readonly reducers: Reducers = {
    run: (run) => {
      this.testable = testableIn(run, this.#register);
      this.startedAt = Date.parse(run.startedAt);
    },
    suite: ({ name, event, note, waiting, planned, part }) => {
      this.stage = 'suites';
      if (waiting !== undefined) this.waiting.set(name, waiting);
      if (event === 'end') this.waiting.delete(name);
      const shown = note ?? (event === 'progress' ? this.suites.get(name) : undefined);
      // What has changed last stands last.
      this.suites.delete(name);
      if (event !== 'end') this.suites.set(name, shown);
      const work = this.#workOf(name);
      if (planned !== undefined) work.planned = (work.planned ?? 0) + planned;
      work.ended = event === 'end' && (part === undefined || part === 'rest');
    },
    // What was under way then is not any more.
    resume: () => {
      this.suites.clear();
      this.waiting.clear();
      this.away = undefined;
      this.requestsSinceStart = 0;
      this.stage = 'read back';
    },
    // Not once their sequence ends: with a slow target that takes minutes.
    exchange: ({ suite, control }) => {
      if (control === true) {
        this.waiting.delete(suite);
        return;
      }
      this.requests += 1;
      this.requestsSinceStart += 1;
    },
    away: ({ since, until }) => {
      this.away = { since, until };
    },
    trouble: ({ event }) => {
      if (event !== undefined) this.away = undefined;
    },
    failure: ({ requirement, summary, flaky }) => void this.violations.push({ requirement, summary, flaky }),
    sequence: ({ suite, requests, phase, evidence }) => {
      if (phase === 'explore') {
        const work = this.#workOf(suite);
        work.sequences += 1;
        work.requests += requests;
        this.sequences += 1;
      }
      // Evidence of rows that were not selected is left out: the bar would be full too early.
      for (const [id, times] of Object.entries(evidence))
        if (times > 0 && this.testable.has(id)) this.proven.add(id);
    },
  };

  #workOf(suite: string): SuiteWork {
    return getOrCreate(this.work, suite, () => ({ sequences: 0, requests: 0, ended: false }));
  }
}

/** The requirements that are tested in a run. */
export function testableIn(run: RunRecord, { requirements }: Register): ReadonlySet<string> {
  return new Set(requirements.filter((row) => whyNotApplicable(row, run) === undefined).map(({ id }) => id));
}
