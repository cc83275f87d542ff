import { beforeAll, describe, expect, test } from 'vitest';
import type { Machine } from '../../../engine/machine.ts';
import { coverCategories } from '../../../engine/plan/category-coverage.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { isOfTexts, textKinds } from '../../../generators/inputs/texts.ts';
import { legacyMachine } from '../../../generators/legacy/machine.ts';
import { resourcePaymentsMachine } from '../../../generators/resource/machine.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';
import { wholeResourceSetup } from '../../support/setups/resource-setup.ts';

interface Tried {
  /** `create texts: tab`, with the operation of the step that follows. */
  readonly steps: readonly (readonly [tried: string, next: string | undefined])[];
}

function triedBy<S, C, R, N>(machine: Machine<S, C, R, N>): Tried {
  const planned = coverCategories(machine, seededRandom(1), { reached: new Set(), mostSteps: 36 });
  const sequences = planned.sequences.map(({ steps }) => steps);
  return {
    steps: sequences.flatMap((steps) =>
      steps.flatMap(({ operation, kind }, nth) =>
        isOfTexts(kind) ? [[`${operation} ${kind}`, steps[nth + 1]?.operation] as const] : [],
      ),
    ),
  };
}

const all = { texts: [], ids: [], pairs: '' };
const kindsOf = (operation: string, ...uses: readonly (keyof typeof all)[]) =>
  textKinds(Object.fromEntries(uses.map((use) => [use, all[use]]))).map((kind) => `${operation} ${kind}`);

describe.each([
  [
    'resource payments',
    () => triedBy(resourcePaymentsMachine({ ...wholeResourceSetup, exclusive: false })),
    'get',
    [
      ...kindsOf('create', 'texts', 'ids', 'pairs'),
      ...kindsOf('update', 'texts', 'ids', 'pairs'),
      ...kindsOf('refund', 'texts', 'pairs'),
    ],
  ],
  [
    'legacy',
    () => triedBy(legacyMachine({ ...wholeSetup, exclusive: false })),
    'status',
    [...kindsOf('authorize', 'texts', 'ids'), ...kindsOf('update', 'texts', 'ids')],
  ],
] as const)('a plan of %s', (_name, plan, read, wanted) => {
  let tried: Tried = { steps: [] };
  beforeAll(() => {
    tried = plan();
  }, 60_000);

  test('tries each class once in each place of each request that has texts', () => {
    expect(tried.steps.map(([what]) => what).toSorted()).toEqual([...wanted].toSorted());
  });

  test('reads each of them back', () => {
    expect(tried.steps.filter(([, next]) => next !== read)).toEqual([]);
  });
});
