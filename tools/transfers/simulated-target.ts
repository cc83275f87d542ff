import { stageOf } from '../../engine/goals.ts';
import type { Machine, Operation } from '../../engine/machine.ts';
import type { Outcome, Sequence, Step } from '../../engine/model.ts';
import { operationNamed } from '../../engine/operations.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { drawing, drawn } from '../../engine/walk/simulate-step.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { Entities, Entity } from './entities.ts';

export type PaymentMachine<S> = Machine<S, Call, Reply, Notification>;
type PaymentOperation<S> = Operation<S, Call, Reply, Notification>;
type PaymentOutcome<S> = Outcome<S, Reply, Notification>;

/** A single transfer fault: behind this transition the entity is in the wrong stage, and its answer is right. */
export interface TransferFault {
  readonly stage: string;
  readonly operation: string;
  readonly outcome: string;
  readonly right: string;
  readonly wrong: string;
}

/** A step as the right machine takes it. */
export interface Taken<S> {
  readonly step: Step;
  readonly before: S;
  readonly after: S;
  readonly stage: string;
  readonly outcome: string;
  readonly entity: Entity | undefined;
  /** The stage of the entity behind the step; undefined where it has none, or the step is one of control. */
  readonly becomes: string | undefined;
}

/** A machine that simulates a right target and, from a state on, one with a transfer fault. Sends nothing. */
export class SimulatedTarget<S> {
  readonly machine: PaymentMachine<S>;
  readonly entities: Entities<S>;

  constructor(machine: PaymentMachine<S>, entities: Entities<S>) {
    this.machine = machine;
    this.entities = entities;
  }

  /** The steps that the right machine takes of a sequence; the others are not possible. */
  taken(sequence: Sequence): readonly Taken<S>[] {
    const taken: Taken<S>[] = [];
    let { initial: before } = this.machine;
    for (const step of sequence) {
      const operation = operationNamed(this.machine, step.operation);
      const ordinary = operation && this.ordinary(operation, before, step);
      if (operation === undefined || ordinary === undefined) continue;
      const after = this.after(ordinary, step);
      const entity = this.entities.of(after, step);
      const becomes =
        entity === undefined || operation.control === true ? undefined : this.stage(after, step, entity);
      const stage = stageOf(this.machine, before, step.uses);
      taken.push({ step, before, after, stage, outcome: ordinary.name, entity, becomes });
      before = after;
    }
    return taken;
  }

  /** A step with literals that are always the same. */
  drawn(operation: PaymentOperation<S>, state: S, step: Omit<Step, 'operation' | 'data'>): Step {
    return drawn(operation, state, step, drawing(seededRandom(1)));
  }

  /** The ordinary outcome of a step; undefined when it can't be made. */
  ordinary(operation: PaymentOperation<S>, state: S, step: Step): PaymentOutcome<S> | undefined {
    const call = operation.resolve(state, step);
    return call === undefined ? undefined : operation.predict(state, call, step)[0];
  }

  /** The state behind an outcome whose reply is an ordinary one. */
  after(outcome: PaymentOutcome<S>, step: Step): S {
    const silent = outcome.next();
    const reply = this.machine.presumed?.(silent, step);
    return reply === undefined ? silent : outcome.next(reply);
  }

  /** The stage of what a step has made or is about. */
  stage(state: S, { uses }: Step, { role, key }: Entity): string {
    return stageOf(this.machine, state, { ...uses, [role]: key });
  }

  /**
   * Whether some of these steps gets an answer, or has notifications, that the right machine does not permit, when the target is in the state `wrong`
   * where it should be in `right`. Refusals count as alike, whatever their reasons, so that no fault is told by words alone.
   */
  tells(steps: Sequence, right: S, wrong: S, fault: TransferFault): boolean {
    let state = right;
    let faulty = wrong;
    for (const step of steps) {
      const operation = operationNamed(this.machine, step.operation);
      const call = operation?.resolve(state, step);
      if (operation === undefined || call === undefined) continue;
      // What the right machine believes makes the request; the target answers it from its own state.
      const [answer] = operation.predict(faulty, call, step);
      if (answer === undefined) return true;
      const stage = stageOf(this.machine, faulty, step.uses);
      const followed = this.after(answer, step);
      const permitted = operation
        .predict(state, call, step)
        .find((outcome) => this.#permits(outcome, answer, step, followed));
      if (permitted === undefined) return true;
      state = this.after(permitted, step);
      const again =
        stage === fault.stage && step.operation === fault.operation && answer.name === fault.outcome;
      faulty = again ? this.#again(followed, step, faulty, fault) : followed;
    }
    return false;
  }

  /** The state behind the same transition once more: what is wrong stays as it is. */
  #again(followed: S, step: Step, faulty: S, fault: TransferFault): S {
    const entity = this.entities.of(followed, step);
    if (entity === undefined || this.stage(followed, step, entity) !== fault.right) return followed;
    return this.entities.exchanged(followed, entity.key, faulty);
  }

  #permits(permitted: PaymentOutcome<S>, answer: PaymentOutcome<S>, step: Step, after: S): boolean {
    if ((permitted.refused === true) !== (answer.refused === true)) return false;
    const sent = (answer.expects?.() ?? []).filter(({ least }) => least > 0);
    const expected = permitted.expects?.() ?? [];
    const isAllowed = sent.every(({ key }) => expected.some((one) => one.key === key && one.most > 0));
    const isComplete = expected.every(({ key, least }) => least === 0 || sent.some((one) => one.key === key));
    if (!isAllowed || !isComplete) return false;
    if (permitted.refused === true) return true;
    return this.entities.shows(this.after(permitted, step), step) === this.entities.shows(after, step);
  }
}
