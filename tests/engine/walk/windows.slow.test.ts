import { expect, test } from 'vitest';
import type { Machine } from '../../../engine/machine.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { feasibleWindows } from '../../../engine/walk/feasible-windows.ts';
import { defaultWalk, walk } from '../../../engine/walk/walk.ts';
import { nothingDrawn } from '../../../engine/walk/weighted-choice.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../../generators/resource/machine.ts';
import { defaultRuns } from '../../../harness/means/scope.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

/** The share of the feasible windows of three that the walks of a default run meet. */
function shareOf<S, C, R, N>(machine: Machine<S, C, R, N>): number {
  const drawn = nothingDrawn();
  const random = seededRandom(5);
  for (let walks = 0; walks < defaultRuns; walks += 1) walk(machine, random, drawn, defaultWalk);
  const feasible = [...feasibleWindows(machine).three.keys()];
  return feasible.filter((name) => drawn.windows.three.has(name)).length / feasible.length;
}

test.each([
  ['legacy', () => shareOf(legacyMachine({ ...wholeSetup, exclusive: false }))],
  ['payments', () => shareOf(resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false }))],
  ['tokens', () => shareOf(resourceTokensMachine({ ...wholeResourceSetup, exclusive: false }))],
])('the walks of a default run meet most of the windows of three of %s', (_name, share) => {
  expect(share()).toBeGreaterThan(0.7);
});
