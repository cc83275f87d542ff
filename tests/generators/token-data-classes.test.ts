import { expect, test } from 'vitest';
import { coverCategories } from '../../engine/plan/category-coverage.ts';
import { seededRandom } from '../../engine/seeded-random.ts';
import { resourceTokensMachine } from '../../generators/resource/machine.ts';
import { isOtherReason } from '../../generators/resource/tokens/actions.ts';
import { deleteCodes } from '../../spec/resource/tokens/delete.ts';
import { resumeCodes } from '../../spec/resource/tokens/resume.ts';
import { suspendCodes } from '../../spec/resource/tokens/suspend.ts';
import { wholeResourceSetup } from '../support/setups/resource-setup.ts';

const machine = resourceTokensMachine({ ...wholeResourceSetup, exclusive: false });

// One list of a common length that lacks a token may be a page. A second one of another length can't be: all pages have the same length.
test.each([1, 2, 3, 4, 5, 6])(
  'a token of a wallet is listed before and after another is issued, in every plan (seed %i)',
  (seed) => {
    const { sequences } = coverCategories(machine, seededRandom(seed), { reached: new Set(), mostSteps: 40 });
    const around = sequences.filter(({ steps: [first, ...others] }) => {
      const second = others.findIndex(({ operation }) => operation === 'issue-token');
      const isList = ({ operation }: { operation: string }) => operation === 'token-list';
      return (
        first?.kind !== 'plain' &&
        second > 0 &&
        others.slice(0, second).some(isList) &&
        others.slice(second).some(isList)
      );
    });
    expect(around).not.toEqual([]);
  },
);

test.each([1, 2, 3, 4, 5, 6])(
  'each operation on a token is tried with every reason code that it does not list, in every plan (seed %i)',
  (seed) => {
    const { sequences } = coverCategories(machine, seededRandom(seed), { reached: new Set(), mostSteps: 40 });
    const tried = sequences.flatMap(({ steps }) =>
      steps.filter(({ kind }) => isOtherReason(kind)).map(({ operation, kind }) => `${operation} ${kind}`),
    );
    const wanted = { suspend: suspendCodes, resume: resumeCodes, delete: deleteCodes };
    const foreign = Object.entries(wanted).flatMap(([operation, own]) =>
      [...new Set([...suspendCodes, ...resumeCodes, ...deleteCodes])]
        .filter((code) => !own.some((one) => one === code))
        .map((code) => `${operation} code of another operation: ${code}`),
    );
    expect(foreign.length).toBeGreaterThan(4);
    expect(tried).toEqual(expect.arrayContaining(foreign));
  },
);
