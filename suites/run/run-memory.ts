import type { CrossTalkState } from '../../engine/exploration.ts';
import type { Goal } from '../../engine/goals.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import type { Signature } from '../../engine/judge/signature.ts';
import { getOrCreate } from '../../engine/collections.ts';
import { LearnedChoices } from '../../engine/learned.ts';
import type { ExperimentRecord } from '../../harness/records/experiment-record.ts';
import type { Persona } from '../../models/setup.ts';
import { allLatitudes, allRequirements } from '../../spec/register.ts';
import { KnownReads } from '../availability/known-reads.ts';
import { interfaceOf } from '../explore/machines.ts';
import { Met } from '../explore/stages-shown.ts';
import { isSameAsked, type Split } from '../experiments/answers.ts';
import { PinsSeen } from '../sending/pins-seen.ts';
import { SuspendedConsumers } from '../sending/suspended-consumers.ts';
import { GivenIds } from '../sending/given-ids.ts';
import type { Recorded } from '../resume/recorded.ts';

const answeredPerCase = allLatitudes.filter((row) => row.perCase === true).map(({ id }) => id);

const identifying = new Set(allRequirements.filter((row) => row.identifies === true).map(({ id }) => id));

/** What a run has found out so far: each suite learns from those before it. */
export class RunMemory {
  /** What the processes before have judged, where the run was resumed. */
  readonly recorded: Recorded | undefined;
  /** Failures that sequences have reported. */
  readonly known = new KnownFailures();
  /** The lost races that were reported. */
  readonly lostRaces: Signature[] = [];
  /** The kept reproductions that were reported, by name. */
  readonly reported = new Set<string>();
  /** What was learned of the target's choices. */
  readonly choices = new LearnedChoices(answeredPerCase);
  /** What has its evidence, by the names of `evidenceName`. */
  readonly reached = new Map<string, Set<Goal>>();
  /** The transitions that first plans are to make, by the same names. */
  readonly planned = new Map<string, Set<Goal>>();
  /** The PINs that the target has sent to consumers. */
  readonly pins: PinsSeen;
  /** The ids that the target has given. */
  readonly givenIds = new GivenIds();
  /** What shows whether the target still has what it had. */
  readonly knownReads = new KnownReads();
  /** The consumers that sequences have suspended. */
  readonly suspendedConsumers = new SuspendedConsumers();
  /** What sequences have met. In nights, each round goes on behind those before it. */
  readonly met = new Met();
  readonly #tried = new Map<string, Set<string>>();
  readonly #crossTalk = new Map<ReturnType<typeof interfaceOf>, CrossTalkState>();
  /** The experiments on open points. */
  readonly experiments: Experiments;
  readonly #observedChoices = new Set<string>();
  readonly #proven = new Set<string>();

  /** `persona`: who is asked for a PIN. */
  constructor(recorded: Recorded | undefined, persona: Persona | undefined) {
    this.recorded = recorded;
    this.experiments = new Experiments(recorded);
    this.pins = new PinsSeen(persona);
  }

  /** What nights have tried of the inputs of a machine, this one included, by `kindName`. The caller adds to it. */
  triedOf(machine: string): Set<string> {
    return getOrCreate(this.#tried, machine, () => new Set());
  }

  /** What is known of answers that requests under way mix up, on the interface of a machine. */
  crossTalkOf(machine: string): CrossTalkState {
    return getOrCreate(this.#crossTalk, interfaceOf(machine), () => ({ rules: identifying, isShown: false }));
  }

  /** True the first time that this requirement is asked about. */
  isNewProof(rule: string): boolean {
    const { size } = this.#proven;
    return this.#proven.add(rule).size > size;
  }

  /** True the first time that this choice of this open point is asked about. */
  isNewChoice(latitude: string, choice: string): boolean {
    const { size } = this.#observedChoices;
    return this.#observedChoices.add(`${latitude} ${choice}`).size > size;
  }
}

/** The answers to open points that a run has looked into, and the requests that it took. */
class Experiments {
  requests = 0;
  /** Those that the journal has: their numbers name reproductions. */
  reported: number;
  readonly #made: Pick<ExperimentRecord, 'point' | 'of' | 'other'>[] = [];

  /** `recorded`: what the processes before have looked into is not looked into again. */
  constructor(recorded: Recorded | undefined) {
    const before = recorded?.experiments ?? [];
    this.#made.push(...before);
    this.reported = before.length;
    for (const { requests } of before) this.requests += requests;
  }

  has({ asked, other: { choice } }: Split): boolean {
    return this.#made.some((one) => one.other === choice && isSameAsked(one, asked));
  }

  add({ asked, other: { choice: other } }: Split, requests: number): void {
    this.#made.push({ ...asked, other });
    this.requests += requests;
  }
}
