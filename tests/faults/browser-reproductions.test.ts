import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faultsOf } from '../../reference/faults.ts';
import { tryFault } from '../gauntlet/reproductions/try-fault.ts';
import { allowChromium, chromiumPath, withoutChromium } from '../support/targets/chromium.ts';

let forbid = () => {};
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  forbid = allowChromium();
});
afterEach(() => {
  vi.restoreAllMocks();
  forbid();
});

// All faults of the checkout: npm run test:gauntlet -- reproductions --browser.
test.skipIf(chromiumPath === undefined)(
  `a replay and the Playwright test are red while a wrong PIN makes a token in the checkout, and green on a sound server${withoutChromium}`,
  async () => {
    const [fault] = faultsOf(['resource-checkout-token-wrong-pin']);
    if (fault === undefined) throw new Error('there is no such fault');
    const tried = await tryFault(fault, { runs: 1, seed: 1 });
    expect(tried.map(({ form, came, why }) => [form, came, why])).toEqual([
      ['replay', 'right', undefined],
      ['.sh', 'sends only', undefined],
      ['.test.ts', 'none', undefined],
      ['.hurl', 'none', undefined],
      ['.spec.ts', 'right', undefined],
    ]);
  },
);
