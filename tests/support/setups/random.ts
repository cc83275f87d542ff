/** Whole numbers below a bound, the same ones for the same seed. */
export function createRandom(seed: number): (bound: number) => number {
  let state = (seed + 1) * 0x9e37_79b1;
  return (bound) => {
    // Mulberry32: short, and even enough for tests.
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
