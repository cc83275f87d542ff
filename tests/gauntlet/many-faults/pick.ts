import type { Fault } from '../../../reference/faults/fault.ts';
import { bothReplace, faults } from '../../../reference/faults.ts';
import { createRandom } from '../../support/setups/random.ts';
import { spoils } from './pool.ts';

/** So many faults at random that leave the state certain, break different rows, and can all be seen. The same ones for the same seed. */
export function picked(seed: number, count: number): readonly Fault[] {
  const below = createRandom(seed);
  const left = faults.filter(({ id }) => spoils[id] !== undefined);
  const chosen: Fault[] = [];
  while (chosen.length < count && left.length > 0) {
    const [fault] = left.splice(below(left.length), 1);
    if (fault !== undefined && chosen.every((other) => canBeHadTogether(fault, other))) chosen.push(fault);
  }
  return chosen;
}

function canBeHadTogether(one: Fault, other: Fault): boolean {
  return (
    one.requirement !== other.requirement &&
    bothReplace(one, other) === undefined &&
    !isWithin(one, other) &&
    !isWithin(other, one)
  );
}

/** Whether the place that a fault spoils is inside that of another, or the same. */
function isWithin({ id }: Fault, other: Fault): boolean {
  const inner = (spoils[id] ?? '').split('/');
  const outer = (spoils[other.id] ?? '').split('/');
  return outer.every((name, index) => inner[index] === name);
}
