import * as fc from 'fast-check';

/** fast-check's random numbers under a seed, for draws outside of its runs. */
export function seededRandom(seed: number): fc.Random {
  const [random] = fc.sample(new Randoms(), { seed, numRuns: 1 });
  if (random === undefined) throw new Error('fast-check gave no random numbers');
  return random;
}

/** Gives away its generator: fast-check offers no other way to get one. */
class Randoms extends fc.Arbitrary<fc.Random> {
  override generate(random: fc.Random): fc.Value<fc.Random> {
    return new fc.Value(random, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is fc.Random {
    return value === undefined;
  }

  override shrink(): fc.Stream<fc.Value<fc.Random>> {
    return fc.Stream.nil();
  }
}
