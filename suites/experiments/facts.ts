import type { Combinations } from '../../engine/machine.ts';
import type { Step } from '../../engine/model.ts';
import { isObject } from '../../models/checks.ts';
import type { Call } from '../../models/wire.ts';
import type { AnyMachine } from '../explore/machines.ts';

/** What a target may decide an open point by, as far as a run knows it. */
export type FactValue = string | number | boolean;

/** Where facts come from, the likeliest reason first: of several that explain the same, the first is named. */
const origins = ['class', 'state', 'kind', 'value', 'turn', 'run'] as const;

export interface Fact {
  readonly value: FactValue;
  /** The place of its origin among these. */
  readonly rank: number;
}

/** By their names for people: `tax`, `kind of the payment`. */
export type Facts = ReadonlyMap<string, Fact>;

/** A step that was sent, or simulated. */
export interface TracedStep {
  readonly step: Step;
  readonly call: Call;
  /** The abstract state that it met. */
  readonly abstract: string;
  readonly refused: boolean;
}

/** The name of what counts the requests of the run: nothing can take it back. */
export const requestsBefore = 'requests of the run before it';

/**
 * What is known of a step when it is sent: its kind with the classes of the input model, the state, the values of its body, what was
 * done before, and the same of the steps that made what it uses.
 */
export function factsOf(
  machine: Pick<AnyMachine, 'combinations' | 'operations'>,
  trace: readonly TracedStep[],
  index: number,
  before?: number,
): Facts {
  const facts = new Map<string, Fact>();
  const one = trace[index];
  if (one === undefined) return facts;
  const add = (origin: (typeof origins)[number], name: string, value: FactValue): void => {
    if (!facts.has(name)) facts.set(name, { value, rank: origins.indexOf(origin) });
  };
  add('state', 'state', one.abstract);
  for (const [operation, times] of turnsOf(machine, trace, index))
    add('turn', `number of earlier ${operation}s`, times);
  if (before !== undefined) add('run', requestsBefore, before);
  const describe = ({ step, call }: TracedStep, whose: string): void => {
    const { operation, kind } = step;
    add('kind', `kind${whose}`, `${operation} ${kind}`);
    const classes: Combinations['kinds'][string] = machine.combinations?.[operation]?.kinds[kind] ?? {};
    for (const [parameter, value] of Object.entries(classes)) add('class', `${parameter}${whose}`, value);
    for (const [path, value] of valuesIn(call.body)) add('value', `${path}${whose}`, value);
  };
  describe(one, '');
  const seen = new Set<string>();
  const makers = ({ uses }: Step): void => {
    for (const [role, id] of Object.entries(uses)) {
      const made = trace.find(({ step }) => step.id === id);
      if (made === undefined || seen.has(role)) continue;
      seen.add(role);
      describe(made, ` of the ${role}`);
      makers(made.step);
    }
  };
  makers(one.step);
  return facts;
}

/** By operation that changes something, how often it was accepted before of what a step uses. */
function turnsOf(
  { operations }: Pick<AnyMachine, 'operations'>,
  trace: readonly TracedStep[],
  index: number,
): readonly (readonly [operation: string, times: number])[] {
  const used = new Set(Object.values(trace[index]?.step.uses ?? {}));
  const before = trace
    .slice(0, index)
    .filter(({ step, refused }) => !refused && Object.values(step.uses).some((id) => used.has(id)));
  return operations
    .filter(({ reads, control }) => reads !== true && control !== true)
    .map(({ name }) => [name, before.filter(({ step }) => step.operation === name).length]);
}

/** The numbers and flags of a body by their paths, and how long its lists are. Texts are ids or free: their classes are kinds. */
function valuesIn(body: unknown, path: readonly string[] = []): readonly (readonly [string, FactValue])[] {
  if (Array.isArray(body)) return [[`entries of ${path.join('.')}`, body.length]];
  if (typeof body === 'number' || typeof body === 'boolean') return [[path.join('.'), body]];
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => valuesIn(value, [...path, name]));
}
