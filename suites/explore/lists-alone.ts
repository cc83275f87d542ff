import type { Sequence } from '../../engine/model.ts';
import type { AnyMachine } from './machines.ts';
import { drawingUnder, drawnSteps, step } from './planned.ts';

const one = { token: 's1' };
const other = { token: 's2' };

/** Two tokens, listed and read in turn, between the changes of one of them. */
const steps = [
  step('s1', 'issue-token', 'plain'),
  step('s2', 'issue-token', 'plain'),
  step('s3', 'token-get', 'plain', one),
  step('s4', 'token-list', 'holding ACTIVE'),
  step('s5', 'token-get', 'plain', one),
  step('s6', 'suspend', 'general', one),
  step('s7', 'token-list', 'holding SUSPENDED'),
  step('s8', 'token-list', 'holding several'),
  step('s9', 'token-get', 'plain', other),
  step('s10', 'resume', 'general', one),
  step('s11', 'token-list', 'holding ACTIVE'),
  step('s12', 'token-get', 'plain', one),
  step('s13', 'delete', 'general', one),
  step('s14', 'token-list', 'holding ACTIVE'),
  step('s15', 'token-get', 'plain', other),
];

/**
 * Lists that nothing else is listed beside: what a list counts on the tokens that it shows is exact only then. None where the machine has no list, or
 * two tokens can't be had.
 */
export function listsAlone(name: string, machine: AnyMachine, seed: number): readonly Sequence[] {
  if (name !== 'resource-tokens') return [];
  const drawn = drawnSteps(machine, steps, drawingUnder(seed));
  return drawn === undefined ? [] : [drawn.steps];
}
