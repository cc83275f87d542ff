import type { Sequence } from '../../engine/model.ts';
import type { AnyMachine } from './machines.ts';
import { drawingUnder, drawnSteps, step, type Planned } from './planned.ts';

/** Tokens that are issued one right after the other: a server may change or show the next one, or the one before. */
const tokens = ['s1', 's2', 's3'] as const;

/** What is done with which of them, each once it can be, and the list that shows it. */
const changes: readonly (readonly [operation: string, token: (typeof tokens)[number], listed: string])[] = [
  ['suspend', 's2', 'holding SUSPENDED'],
  ['suspend', 's1', 'holding ACTIVE'],
  ['resume', 's2', 'holding several'],
  ['suspend', 's3', 'holding SUSPENDED'],
  ['resume', 's1', 'holding ACTIVE'],
  ['delete', 's2', 'holding several'],
  ['delete', 's3', 'holding ACTIVE'],
];

/**
 * Changes of tokens that stand next to each other while no other sequence makes any, with the others read and all of them listed after each. What a list counts on the
 * tokens that it shows is exact only here. None where the machine has no list, or such tokens can't be had.
 */
export function listsAlone(name: string, machine: AnyMachine, seed: number): readonly Sequence[] {
  if (name !== 'resource-tokens') return [];
  const steps: Planned[] = tokens.map((id) => step(id, 'issue-token', 'plain'));
  const add = (operation: string, kind: string, token?: string): void => {
    steps.push(step(`s${steps.length + 1}`, operation, kind, token === undefined ? {} : { token }));
  };
  for (const [operation, token, listed] of changes) {
    add(operation, 'general', token);
    for (const other of tokens) if (other !== token) add('token-get', 'plain', other);
    add('token-list', listed);
    add('token-get', 'plain', 's1');
  }
  const drawn = drawnSteps(machine, steps, drawingUnder(seed));
  return drawn === undefined ? [] : [drawn.steps];
}
