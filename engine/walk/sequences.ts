import * as fc from 'fast-check';
import { simplifications, withoutChunks } from '../candidates.ts';
import type { Machine } from '../machine.ts';
import type { Sequence } from '../model.ts';
import { nothingDrawn, type Drawn } from './weighted-choice.ts';
import { defaultWalk, possible, walk, type WalkOptions } from './walk.ts';

/**
 * Random walks of a machine as a fast-check arbitrary.
 * Shrinks over candidates that the model allows: fewer steps first, then simpler ones.
 * What was drawn weights the walks; give the same record to all arbitraries of one run.
 */
export function sequences<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  options: Partial<WalkOptions> = {},
  drawn: Drawn = nothingDrawn(),
): fc.Arbitrary<Sequence> {
  return new SequenceArbitrary(machine, { ...defaultWalk, ...options }, drawn);
}

class SequenceArbitrary<S, C, R, N> extends fc.Arbitrary<Sequence> {
  private readonly machine: Machine<S, C, R, N>;
  private readonly options: WalkOptions;
  private readonly drawn: Drawn;

  constructor(machine: Machine<S, C, R, N>, options: WalkOptions, drawn: Drawn) {
    super();
    this.machine = machine;
    this.options = options;
    this.drawn = drawn;
  }

  override generate(random: fc.Random): fc.Value<Sequence> {
    return new fc.Value(walk(this.machine, random, this.drawn, this.options), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Sequence {
    return Array.isArray(value);
  }

  override shrink(value: Sequence): fc.Stream<fc.Value<Sequence>> {
    const machine = this.machine;
    function* smaller(): IterableIterator<fc.Value<Sequence>> {
      for (let size = Math.ceil(value.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
        for (const candidate of withoutChunks(value, size)) {
          if (possible(machine, candidate)) yield new fc.Value(candidate, undefined);
        }
      }
      for (const candidate of simplifications(machine, value)) {
        if (possible(machine, candidate)) yield new fc.Value(candidate, undefined);
      }
    }
    return new fc.Stream(smaller());
  }
}
