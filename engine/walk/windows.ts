import type { Machine } from '../machine.ts';
import type { Step, StepId } from '../model.ts';
import { kindName, operationNamed } from '../operations.ts';

/**
 * How often each window was met, by its name: two changes of one entity that follow one another, or three. What went before decides what a
 * change comes to, and a run should not meet the same few over and over.
 */
export interface Windows {
  readonly two: Map<string, number>;
  readonly three: Map<string, number>;
}

/** No window yet. */
export const noWindows = (): Windows => ({ two: new Map(), three: new Map() });

/** A change of an entity: its name in windows of two, and its class in those of three; absent: it stands in none of them. */
interface Change {
  readonly name: string;
  readonly class: string | undefined;
}

type Changing<S, C, R, N> = Pick<Machine<S, C, R, N>, 'changes' | 'operations'>;
type Changed = Pick<Step, 'operation' | 'kind' | 'uses'>;

/** What the entities of one sequence went through. Reads, refusals and controls change nothing, so they part no two changes. */
export class Histories<S, C, R, N> {
  readonly #machine: Changing<S, C, R, N>;
  /** The latest change of each entity, and the one before it. */
  readonly #latest = new Map<StepId, readonly [latest: Change, before?: Change]>();

  constructor(machine: Changing<S, C, R, N>) {
    this.#machine = machine;
  }

  /** The windows that a change would complete. */
  completedBy(step: Changed): { readonly two?: string; readonly three?: string } {
    const { changes } = this.#machine;
    const { operation, kind, uses } = step;
    const [latest, before] = (changes && this.#latest.get(uses[changes.entity] ?? '')) ?? [];
    if (changes === undefined || latest === undefined) return {};
    const two = `${latest.name}, ${kindName(step)}`;
    const last = changes.classOf(operation, kind);
    if (before?.class === undefined || latest.class === undefined || last === undefined) return { two };
    return { two, three: `${before.class}, ${latest.class}, ${last}` };
  }

  /** Notes a step that was accepted, and counts the windows that it completes. */
  note(step: Step, windows: Windows): void {
    const { changes } = this.#machine;
    const operation = operationNamed(this.#machine, step.operation);
    if (changes === undefined || operation?.reads === true || operation?.control === true) return;
    const { two, three } = this.completedBy(step);
    if (two !== undefined) windows.two.set(two, (windows.two.get(two) ?? 0) + 1);
    if (three !== undefined) windows.three.set(three, (windows.three.get(three) ?? 0) + 1);
    const entity = step.uses[changes.entity] ?? step.id;
    const change = {
      name: kindName(step),
      class: changes.classOf(step.operation, step.kind),
    };
    const [before] = this.#latest.get(entity) ?? [];
    this.#latest.set(entity, before === undefined ? [change] : [change, before]);
  }
}
