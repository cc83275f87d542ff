import { stageOf } from '../../engine/goals.ts';
import type { Attempt } from '../../engine/machine.ts';
import type { StepId } from '../../engine/model.ts';
import type { Entity, Example } from './entities.ts';
import type { SimulatedTarget, Taken } from './simulated-target.ts';

/** Changes from the making of an entity to a stage: a capture, its refunds, a move of the clock. */
const mostChanges = 4;
/** The kinds of an operation that are tried on one capture or payment; most kinds differ in what a stage leaves out. */
const mostKinds = 40;

/**
 * By stage, a state in which the entity of a step is in that stage: what steps right behind its making lead to. Its captures have the
 * names of those that the right machine has, so that later steps find them.
 */
export function otherStages<S>(
  target: SimulatedTarget<S>,
  steps: readonly Taken<S>[],
  at: number,
): ReadonlyMap<string, S> {
  const found = new Map<string, S>();
  const [one, entity] = [steps[at], steps[at]?.entity];
  const made = steps.find((step) => step.entity?.key === entity?.key);
  if (one === undefined || entity === undefined || made === undefined) return found;
  const names = target.entities.parts(one.after, entity.key);
  const met = new Set<string>();
  const isNew = (state: S): boolean => {
    const name = allStages(target, state, entity);
    if (met.has(name)) return false;
    met.add(name);
    const stage = target.stage(state, one.step, entity);
    if (!found.has(stage)) found.set(stage, state);
    return true;
  };
  let frontier: readonly S[] = [made.after].filter(isNew);
  for (let changes = 0; changes < mostChanges; changes += 1)
    frontier = frontier.flatMap((state) => [...changed(target, state, entity, names)].filter(isNew));
  return found;
}

function allStages<S>({ machine, entities }: SimulatedTarget<S>, state: S, { role, key }: Entity): string {
  const captures = entities.parts(state, key).map((capture) => ({ [role]: key, capture }));
  return [{ [role]: key }, ...captures].map((uses) => stageOf(machine, state, uses)).join(' + ');
}

/** The states behind each change of an entity, or of the clock. */
function* changed<S>(
  target: SimulatedTarget<S>,
  state: S,
  { role, key }: Entity,
  names: readonly StepId[],
): Iterable<S> {
  const parts = new Set(target.entities.parts(state, key));
  const name = names.find((one) => !parts.has(one)) ?? `hidden ${parts.size}`;
  for (const operation of target.machine.operations) {
    if (operation.reads === true) continue;
    const tried = new Map<string, number>();
    const isMeant = ({ uses, negative }: Attempt): boolean => {
      const of = parts.has(uses['capture'] ?? '') ? key : uses[role];
      const own = operation.control === true ? Object.values(uses).every((used) => used === key) : of === key;
      const kinds = (tried.get(uses['capture'] ?? '') ?? 0) + 1;
      if (negative === true || !own || kinds > mostKinds) return false;
      tried.set(uses['capture'] ?? '', kinds);
      return true;
    };
    for (const { kind, uses } of operation.attempts(state).filter(isMeant)) {
      const id = operation.name === 'capture' ? name : `hidden ${operation.name}`;
      const step = target.drawn(operation, state, { id, kind, uses });
      const outcome = target.ordinary(operation, state, step);
      if (outcome !== undefined && outcome.refused !== true) yield target.after(outcome, step);
    }
  }
}

/**
 * The state with the entity of a step in another stage: where changes of its own lead there, or by the example of another one. Undefined where it can't
 * be in that stage.
 */
export function inStage<S>(
  target: SimulatedTarget<S>,
  { after, step, entity }: Pick<Taken<S>, 'after' | 'step' | 'entity'>,
  stage: string,
  {
    own,
    examples,
  }: { readonly own: ReadonlyMap<string, S>; readonly examples: ReadonlyMap<string, Example<S>> },
): S | undefined {
  if (entity === undefined) return undefined;
  const from = own.get(stage);
  if (from !== undefined) return target.entities.exchanged(after, entity.key, from);
  const example = examples.get(stage);
  const likened = example && target.entities.likened?.(after, entity.key, example);
  if (likened === undefined || target.stage(likened, step, entity) !== stage) return undefined;
  return likened;
}
