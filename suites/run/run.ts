import type { AskPin } from '../../harness/given/ask-pin.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import type { PlanElsewhere } from '../plans/plan-cache.ts';
import type { Recorded } from '../resume/recorded.ts';
import type { RunConfig } from './run-config.ts';
import { RunMemory } from './run-memory.ts';
import { TargetAccess } from './target-access.ts';
import { realTime, type Time } from '../../harness/time.ts';
import { steadyNow } from '../../harness/time.ts';

export interface RunMeans {
  /** What the processes before have judged, where the run was resumed. */
  readonly recorded?: Recorded | undefined;
  /** Asks a person for the PIN. Default: a person can't be asked. */
  readonly askPin?: AskPin | undefined;
  /** Makes plans while the target is asked. Default: they are made in between, in this thread. */
  readonly planElsewhere?: PlanElsewhere | undefined;
  /** Default: that of the machine. */
  readonly time?: Time;
}

/** A claim that is under way while others are checked. */
export interface BackgroundClaim {
  readonly outcome: Promise<readonly FailureRecord[]>;
  interrupt(): void;
}

/** What the suites of one run share: how it was asked for, how the target is reached, what was found out, and where that is written. */
export class Run {
  readonly config: RunConfig;
  readonly access: TargetAccess;
  readonly memory: RunMemory;
  readonly journal: Journal;
  /** Makes plans in another thread, where one is there for it. */
  readonly planElsewhere: PlanElsewhere | undefined;
  /** Claims that run in the background, by suite. */
  readonly background = new Map<string, BackgroundClaim>();
  #stopped: 'enough' | 'bail' | undefined;

  constructor(config: RunConfig, journal: Journal, means: RunMeans = {}) {
    const { recorded, askPin, planElsewhere, time = realTime } = means;
    this.config = config;
    this.journal = journal;
    this.planElsewhere = planElsewhere;
    this.memory = new RunMemory(recorded, config.target.legacy?.personas.pin);
    this.access = new TargetAccess(config, { journal, memory: this.memory, time, askPin });
    journal.full.addEventListener('abort', () => this.stop('enough'), { once: true });
  }

  /** Why no sequence is begun any more: `enough` was seen, or `bail` has found its violation. Undefined: sequences may be begun. */
  get stopped(): 'enough' | 'bail' | undefined {
    return this.#stopped ?? (steadyNow() >= this.config.until ? 'enough' : undefined);
  }

  /** Has what was begun end, and nothing new begun. The first reason stays. */
  stop(why: 'enough' | 'bail'): void {
    this.#stopped ??= why;
  }

  /** Closes the receiver and the journal. */
  async close(): Promise<void> {
    await this.access.close();
    this.journal.close();
  }
}
