import { expect, it } from 'vitest';
import { Stalls } from '../../../suites/webhooks/clock/stepped-clock.ts';

/** Keeps this process from running. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

it('time in which the process was kept from running does not count, and what arrived then may be as old', () => {
  const stalls = new Stalls();
  const before = performance.now();
  const ran = stalls.ranMs();
  block(300);
  // As much again is taken to work off what has piled up.
  expect(stalls.ranMs() - ran).toBeLessThan(100);
  const now = performance.now();
  expect(stalls.before(now, 10)).toBeLessThan(before + 10);
  expect(stalls.before(before, 10)).toBe(before - 10);
  stalls.close();
});

it('while the process runs, an instant is as old as it looks', () => {
  const stalls = new Stalls();
  const now = performance.now();
  expect(stalls.before(now, 50)).toBe(now - 50);
  stalls.close();
});
