import type { Transition } from '../../engine/walk/transitions.ts';

/** Where a suite begins and ends, and how far it has come. */
export interface SuiteRecord {
  readonly k: 'suite';
  readonly name: string;
  readonly event: 'start' | 'progress' | 'end';
  /** Notifications so far about payments that are not the run's own. */
  readonly others?: number;
  /** How far it has come. */
  readonly note?: string;
  /** Sequences that it has planned, which come beside its random ones. */
  readonly planned?: number;
  /** The round of a nightly run; absent: the first. */
  readonly round?: number;
  /** It was cut off by an interrupt. */
  readonly cut?: true;
  /** It left out random sequences, since its share of `--max-requests` was used up. */
  readonly short?: true;
  /** ms since the run's start. */
  readonly at: number;
}

/** The transitions of a machine, found offline and perhaps incomplete, so that a report can show what the run never did. */
export interface MachineRecord {
  readonly k: 'machine';
  /** As the coverage names it. */
  readonly name: string;
  readonly transitions: readonly Transition[];
}

/** How the target answered an open point. */
export interface ObservedChoiceRecord {
  readonly latitude: string;
  readonly choice: string;
  readonly made: ObservedExchange;
  /** The later step whose answer showed the choice, where the first did not. */
  readonly told?: ObservedExchange;
}

export interface ObservedExchange {
  /** The step's name in its sequence; empty for a notification. */
  readonly step: string;
  /** `capture full: POST /pay/capture {…}`, free of keys and secrets. */
  readonly request: string;
  /** `200 {"status":…}`; a notification's body. */
  readonly answer: string;
}

/** What decides which requests a run sends, beside the target's interfaces and means. A resumed run must have the same. By name, as the settings and the command have it. */
export type RunSettings = Readonly<Record<string, string | number | boolean>>;

/** The run goes on here, in another process: it was killed or interrupted before. */
export interface ResumeRecord {
  readonly k: 'resume';
  /** ms since the run's start, without the time in which nothing ran. */
  readonly at: number;
  /** ISO 8601. */
  readonly resumedAt: string;
  /** Suites that were under way: what belongs to no sequence of their own is repeated, and what was shown by it does not count. */
  readonly repeats: readonly string[];
}
