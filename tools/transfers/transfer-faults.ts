import type { Sequence, Step } from '../../engine/model.ts';
import { getOrCreate } from '../../engine/collections.ts';
import type { Example } from './entities.ts';
import { inStage, otherStages } from './other-stages.ts';
import type { SimulatedTarget, Taken, TransferFault } from './simulated-target.ts';

/** Steps of a continuation that is searched for; reads and probes of one step tell most stages apart. */
const mostProbes = 2;

/** What became of one fault. */
interface Fate<S> {
  readonly fault: TransferFault;
  killed: boolean;
  /** Where it was met and not told: the right state, the wrong one, and the step between them. */
  met?: readonly [right: S, wrong: S, step: Step];
}

/** The single transfer faults of a machine's stages, and what sequences make of them. */
export class TransferFaults<S> {
  readonly #target: SimulatedTarget<S>;
  readonly #fates = new Map<string, Fate<S>>();
  readonly #stages = new Map<string, Set<string>>();
  /** By stage, an entity that is in it. */
  readonly #examples = new Map<string, Example<S>>();

  /** Every transition of the sequences, with each other stage that one of them leads to; of these, each `sample`-th. */
  constructor(target: SimulatedTarget<S>, sequences: readonly Sequence[], sample: number) {
    this.#target = target;
    const transitions = new Map<string, Taken<S>>();
    for (const one of sequences.flatMap((sequence) => target.taken(sequence))) {
      const { becomes, entity, after: state } = one;
      if (becomes === undefined || entity === undefined) continue;
      getOrCreate(this.#stages, subjectOf(one), () => new Set()).add(becomes);
      getOrCreate(this.#examples, becomes, () => ({ state, key: entity.key }));
      transitions.set(`${one.stage} | ${one.step.operation} | ${one.outcome} | ${one.becomes}`, one);
    }
    let nth = 0;
    for (const one of transitions.values())
      for (const fault of this.#faultsOf(one)) {
        nth += 1;
        if (nth % sample === 0) this.#fates.set(keyOf(fault), { fault, killed: false });
      }
  }

  /** Runs a sequence against each fault that was not told yet. */
  run(sequence: Sequence): void {
    const steps = this.#target.taken(sequence);
    const tried = new Set<string>();
    const others = new Map<string, ReadonlyMap<string, S>>();
    for (const [at, one] of steps.entries()) {
      const open = this.#faultsOf(one).flatMap((fault): readonly Fate<S>[] => {
        const key = keyOf(fault);
        const fate = this.#fates.get(key);
        if (fate === undefined || fate.killed || tried.has(key)) return [];
        tried.add(key);
        return [fate];
      });
      if (open.length === 0 || one.entity === undefined) continue;
      const parts = this.#target.entities.parts(one.after, one.entity.key);
      const own = getOrCreate(others, [one.entity.key, ...parts].join(' '), () =>
        otherStages(this.#target, steps, at),
      );
      const rest = steps.slice(at + 1).map(({ step }) => step);
      for (const fate of open) {
        const wrong = inStage(this.#target, one, fate.fault.wrong, { own, examples: this.#examples });
        if (wrong === undefined) continue;
        fate.met ??= [one.after, wrong, one.step];
        fate.killed = this.#target.tells(rest, one.after, wrong, fate.fault);
      }
    }
  }

  /** The faults that a sequence has met, by what became of them. The others lead to stages that their entity can't be in. */
  counted(): {
    readonly killed: readonly TransferFault[];
    /** With the continuation of one or two steps that would tell them. */
    readonly missed: readonly (readonly [fault: TransferFault, by: Sequence])[];
    /** No such continuation tells the two stages apart. */
    readonly alike: readonly TransferFault[];
  } {
    const missed: (readonly [TransferFault, Sequence])[] = [];
    const alike: TransferFault[] = [];
    const killed: TransferFault[] = [];
    for (const { fault, killed: isKilled, met } of this.#fates.values()) {
      if (met === undefined) continue;
      const by = isKilled ? undefined : this.#telling(fault, ...met);
      if (isKilled) killed.push(fault);
      else if (by === undefined) alike.push(fault);
      else missed.push([fault, by]);
    }
    return { killed, missed, alike };
  }

  #faultsOf(one: Taken<S>): readonly TransferFault[] {
    const { stage, outcome, becomes, step } = one;
    if (becomes === undefined) return [];
    const others = [...(this.#stages.get(subjectOf(one)) ?? [])].filter((wrong) => wrong !== becomes);
    return others.map((wrong) => ({ stage, operation: step.operation, outcome, right: becomes, wrong }));
  }

  #telling(fault: TransferFault, right: S, wrong: S, about: Step): Sequence | undefined {
    const target = this.#target;
    const entity = target.entities.of(right, about);
    if (entity === undefined) return undefined;
    const stages = new Set<string>();
    let frontier: readonly (readonly [S, Sequence])[] = [[right, []]];
    for (let probes = 1; probes <= mostProbes; probes += 1) {
      const next: (readonly [S, Sequence])[] = [];
      for (const [state, way] of frontier)
        for (const operation of target.machine.operations) {
          if (operation.control === true) continue;
          for (const { kind, uses, stateless } of operation.attempts(state)) {
            const own = [entity.key, ...target.entities.parts(state, entity.key)];
            if (stateless === true || !Object.values(uses).some((used) => own.includes(used))) continue;
            const step = target.drawn(operation, state, { id: `probe ${probes}`, kind, uses });
            const steps = [...way, step];
            if (target.tells(steps, right, wrong, fault)) return steps;
            const outcome = target.ordinary(operation, state, step);
            if (outcome === undefined || outcome.refused === true) continue;
            const after = target.after(outcome, step);
            const stage = target.stage(after, step, entity);
            if (stages.has(stage)) continue;
            stages.add(stage);
            next.push([after, steps]);
          }
        }
      frontier = next;
    }
    return undefined;
  }
}

/** Whether the stage is that of a capture, a payment or a token: each has its own. */
export const subjectOf = ({ step: { uses }, entity }: Taken<unknown>): string =>
  uses['capture'] === undefined ? (entity?.role ?? '') : 'capture';

const keyOf = (fault: TransferFault): string => Object.values(fault).join(' | ');
