import type { FailureRecord } from '../../harness/journal-records.ts';
import type { RunPlan } from '../../suites/run/run-plan.ts';

/** What a thread of suites is started with. */
export interface ThreadTask {
  readonly plan: RunPlan;
  /** The claims that it will be asked to check, by suite. */
  readonly suites: readonly string[];
}

/** What a thread of suites is asked. */
export type Asked =
  /** To check a claim. `reported`: failures that other threads have reported so far. */
  | { readonly check: string; readonly reported: readonly FailureRecord[] }
  /** To end what it does, and to do no more. */
  | { readonly end: true }
  /** To do no more once its claim is ended: nothing is left. */
  | { readonly done: true }
  /** To write no more: the run's folder can't be written. */
  | { readonly unwritable: string };

/** What a thread of suites tells. */
export type Told =
  /** Its run is open. */
  | { readonly ready: true }
  /** Records for the journal, as JSON. They hold no secret. */
  | { readonly records: readonly string[] }
  /** What came of the claim that it was asked to check. `isEnough`: nothing else is to be checked, since a violation ends the run. */
  | { readonly checked: readonly FailureRecord[]; readonly isEnough: boolean }
  /** What went wrong on our side. */
  | { readonly fault: string };
