import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { faultsOf } from '../../reference/faults.ts';
import { tryFault } from '../gauntlet/reproductions/try-fault.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const missing = ['curl', 'jq', 'openssl'].filter(
  (tool) => spawnSync(tool, ['--version']).error !== undefined,
);
const skipped = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} not installed)` : '';

// All faults: npm run test:gauntlet -- reproductions.
test.skipIf(skipped !== '').each([
  ['a wrong checksum that is accepted', 'legacy-authorize-checksum-unchecked', 'right', 'right'],
  ['a field that is missing', 'legacy-close-fail-lacks-payment-id', 'right', 'right'],
  ['a record that loses a part', 'resource-read-drops-capture-items', 'right', 'right'],
  ['a notification that never comes', 'webhook-no-close-fail', 'sends only', 'right'],
  [
    'a notification with an id of another type',
    'legacy-event-payment-id-of-other-type',
    'sends only',
    'right',
  ],
  [
    'a payment whose id another answer gives while both are under way',
    'legacy-answers-share-one-slot',
    'right',
    'right',
  ],
  [
    'an answer about another payment while both are under way',
    'resource-answers-share-one-slot',
    'right',
    'right',
  ],
  ['a time, which only a replay can judge', 'legacy-valid-29-days', 'sends only', 'none'],
])(
  `each form of a reproduction is red while there is %s, and green on a sound server${skipped}`,
  async (_what, id, script, file) => {
    const [fault] = faultsOf([id]);
    if (fault === undefined) throw new Error(`no fault ${id}`);
    const tried = await tryFault(fault, { runs: 100, seed: 1 });
    expect(tried.filter(({ came }) => came === 'wrong')).toEqual([]);
    // Those of hurl and of Playwright are run by tests of their own, and all of them by npm run test:gauntlet -- reproductions.
    const others = tried.filter(({ form }) => !['.hurl', '.spec.ts'].includes(form));
    expect(others.slice(-3).map(({ form, came }) => [form, came])).toEqual([
      ['replay', 'right'],
      ['.sh', script],
      ['.test.ts', file],
    ]);
  },
);
