import type { ExplorePhase } from '../../engine/exploration.ts';
import type { Driver } from '../../engine/judge/execution.ts';
import type { Call, Reply } from '../../models/wire.ts';
import type { Setup } from '../../models/setup.ts';
import type { Session } from '../run/session.ts';
import { Consumers } from '../sending/together/consumers.ts';
import { ListMoments } from '../sending/together/list-moments.ts';
import { SharedClock } from '../sending/together/shared-clock.ts';
import type { Together } from '../sending/together/together.ts';
import type { MachineRun } from './machine-run.ts';

/** How the sequences of one machine's run go side by side, and what they have in common then. */
export class SideBySide {
  /** The clock that they share; undefined where they move none. */
  readonly clock: SharedClock | undefined;
  readonly #lists: ListMoments | undefined;
  readonly #consumers: Consumers | undefined;
  readonly #isInTurn: boolean;

  constructor({ exclusive, lists }: MachineRun, { means, asksPin }: Setup) {
    const concernsAll = exclusive || lists === true;
    // What is lent to one sequence at a time may be had by one that waits for the others.
    this.#isInTurn = concernsAll && (asksPin === true || !means.has('tokens.issue'));
    this.clock = exclusive && means.has('clock.advance') ? new SharedClock() : undefined;
    this.#lists = lists === true ? new ListMoments() : undefined;
    this.#consumers = exclusive && means.has('consumers.status') ? new Consumers() : undefined;
  }

  get #together(): Together | undefined {
    return this.clock ?? this.#lists;
  }

  /** Whether sequences of a phase go one after another. What is found beside others is made smaller alone. */
  alone(phase: ExplorePhase): boolean {
    if (this.#isInTurn || this.#consumers?.areShared === true) return true;
    return phase !== 'explore' && this.#together !== undefined;
  }

  driver(session: Session, sequence: string, phase: ExplorePhase): Driver<Call, Reply> {
    const driver = session.driver(sequence, phase, this.#isInTurn ? undefined : this.#together);
    return this.#consumers?.watching(driver, sequence) ?? driver;
  }
}
