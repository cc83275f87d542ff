import type { Execution } from '../judge/execution.ts';
import type { Machine } from '../machine.ts';
import type { Step, StepId } from '../model.ts';
import { kindName, operationNamed } from '../operations.ts';

/**
 * Windows by name, each with the operation that completes it: two changes of one entity that follow one another, or three. What went before decides
 * what a change comes to, and a run should not meet the same few over and over.
 */
export interface Windows {
  readonly two: Map<string, string>;
  readonly three: Map<string, string>;
}

/** Names of windows, by the operation that completes them. */
export type WindowNames = { readonly [length in keyof Windows]: Readonly<Record<string, readonly string[]>> };

/** No window yet. */
export const noWindows = (): Windows => ({ two: new Map(), three: new Map() });

/** Adds windows to others. */
export function addAll(to: Windows, { two, three }: Windows): void {
  for (const [name, operation] of two) to.two.set(name, operation);
  for (const [name, operation] of three) to.three.set(name, operation);
}

/** The windows that both have. */
export function inBoth(one: Windows, other: Windows): Windows {
  const both = (length: keyof Windows) =>
    new Map([...one[length]].filter(([name]) => other[length].has(name)));
  return { two: both('two'), three: both('three') };
}

/** A change of an entity: its name in windows of two, and its class in those of three; absent: it stands in none of them. */
interface Change {
  readonly name: string;
  readonly class: string | undefined;
}

type Executed<C, R> = Pick<Execution<unknown, C, R, unknown>, 'performed' | 'violation' | 'inconclusive'>;
type Changing<S, C, R, N> = Pick<Machine<S, C, R, N>, 'changes' | 'operations'>;
type Changed = Pick<Step, 'operation' | 'kind' | 'uses'>;

/** The name of the window of these changes, or classes of changes. */
export const windowName = (...changes: readonly string[]): string => changes.join(', ');

/** What the entities of one sequence went through. Reads, refusals and controls change nothing, so they part no two changes. */
export class Histories<S, C, R, N> {
  readonly #machine: Changing<S, C, R, N>;
  /** The latest change of each entity, and the one before it. */
  readonly #latest = new Map<StepId, readonly [latest: Change, before?: Change]>();

  constructor(machine: Changing<S, C, R, N>) {
    this.#machine = machine;
  }

  /** Whether a change would complete a window that is not among these. */
  isNew(step: Changed, windows: Windows): boolean {
    const { two, three } = this.completedBy(step);
    const isNewTwo = two !== undefined && !windows.two.has(two);
    return isNewTwo || (three !== undefined && !windows.three.has(three));
  }

  /** The windows that a change would complete. */
  completedBy(step: Changed): { readonly two?: string; readonly three?: string } {
    const { changes } = this.#machine;
    const { operation, kind, uses } = step;
    const [latest, before] = (changes && this.#latest.get(uses[changes.entity] ?? '')) ?? [];
    if (changes === undefined || latest === undefined) return {};
    const two = windowName(latest.name, kindName(step));
    const last = changes.classOf(operation, kind);
    if (before?.class === undefined || latest.class === undefined || last === undefined) return { two };
    return { two, three: windowName(before.class, latest.class, last) };
  }

  /** Adds the windows that a change completes. */
  complete(step: Changed, { two, three }: Windows): void {
    const completed = this.completedBy(step);
    if (completed.two !== undefined) two.set(completed.two, step.operation);
    if (completed.three !== undefined) three.set(completed.three, step.operation);
  }

  /** Notes a step that was accepted, and adds the windows that it completes. */
  note(step: Step, windows: Windows): void {
    const { changes } = this.#machine;
    if (changes === undefined || !isChange(this.#machine, step)) return;
    this.complete(step, windows);
    const entity = step.uses[changes.entity] ?? step.id;
    const change = {
      name: kindName(step),
      class: changes.classOf(step.operation, step.kind),
    };
    const [before] = this.#latest.get(entity) ?? [];
    this.#latest.set(entity, before === undefined ? [change] : [change, before]);
  }
}

/** Whether a step changes something where it is accepted. */
export function isChange<S, C, R, N>(
  machine: Changing<S, C, R, N>,
  { operation: name }: Pick<Step, 'operation'>,
): boolean {
  const operation = operationNamed(machine, name);
  return operation?.reads !== true && operation?.control !== true;
}

/**
 * The windows that a sequence has made: only changes that the target has accepted count. The last step is left out where its answer is wrong or has
 * no verdict, and so is all behind an answer that was lost, since its change may have been made.
 */
export function windowsMade<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { performed, violation, inconclusive }: Executed<C, R>,
): Windows {
  const windows = noWindows();
  const histories = new Histories(machine);
  const isLastOpen = violation?.at === 'reply' || inconclusive !== undefined;
  for (const { step, observation } of isLastOpen ? performed.slice(0, -1) : performed) {
    if ('lost' in observation) {
      if (isChange(machine, step)) break;
      continue;
    }
    if (machine.refuses?.(observation.reply) !== true) histories.note(step, windows);
  }
  return windows;
}

/** The names of windows by the operation that completes them. */
export function namesOf({ two, three }: Windows): WindowNames {
  return { two: byOperation(two), three: byOperation(three) };
}

/** Adds windows that `namesOf` has named. */
export function addNamed(to: Windows, names: WindowNames): void {
  for (const length of ['two', 'three'] as const)
    for (const [operation, all] of Object.entries(names[length]))
      for (const name of all) to[length].set(name, operation);
}

function byOperation(windows: ReadonlyMap<string, string>): Record<string, readonly string[]> {
  const names: Record<string, string[]> = {};
  for (const [name, operation] of windows) (names[operation] ??= []).push(name);
  return names;
}
