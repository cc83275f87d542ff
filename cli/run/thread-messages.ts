import type { ClaimPart } from '../../harness/records/suite-record.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Gone } from '../../suites/availability/availability.ts';
import type { RunConfig } from '../../suites/run/run-config.ts';

/** A run object of a thread. */
export interface LaneTask {
  readonly config: RunConfig;
  /** The claims that it will be asked to check, by suite. No other lane has them. */
  readonly suites: readonly string[];
}

/** What a thread of suites is started with. Its lanes go on side by side. */
export interface ThreadTask {
  readonly lanes: readonly LaneTask[];
}

/** What a thread of suites is asked. */
export type ToWorker =
  /** To check a claim or a part of it, once those of its lane that were asked for before are checked. `reported`: failures that other threads have reported so far. */
  | { readonly check: string; readonly part: ClaimPart; readonly reported: readonly FailureRecord[] }
  /** To wait no more for the target that its lanes share, which another lane has found to be gone. */
  | { readonly gone: Gone }
  /** To end what it does, and to do no more. */
  | { readonly end: true }
  /** To do no more once its claim is ended: nothing is left. */
  | { readonly done: true }
  /** To write no more: the run's folder can't be written. */
  | { readonly unwritable: string };

/** What a thread of suites sends. */
export type FromWorker =
  /** Its runs are open. */
  | { readonly ready: true }
  /** Records for the journal, as JSON. They hold no secret. */
  | { readonly records: readonly string[] }
  /**
   * What came of a claim that it was asked to check. `isEnough`: nothing else is to be checked, since a violation ends the run. `gone`: its
   * target is.
   */
  | {
      readonly suite: string;
      readonly checked: readonly FailureRecord[];
      readonly isEnough: boolean;
      readonly gone?: Gone | undefined;
    }
  /** What went wrong on our side. */
  | { readonly fault: string };
