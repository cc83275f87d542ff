import { expect, test } from 'vitest';
import { startText } from '../../../cli/run/print-start.ts';
import { runRecord } from '../../../suites/run/prepare.ts';
import { unwrittenConfig } from '../../../suites/run/unwritten-run.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const run = runRecord(unwrittenConfig(bothInterfaces(), { capabilities: [] }, { out: 'run', seed: 7 }));
const { target } = run;

test.each([
  [
    'names the target, its addresses, what it can show and the seed',
    run,
    / at http:\/\/\S+.*: \d+ requirements of legacy, resource, and webhooks, seed \d+$/,
  ],
  ['names what was selected', { ...run, only: ['resource'] }, /: \d+ requirements of resource, seed \d+$/],
  [
    'says whether a browser goes through the checkout',
    { ...run, target: { ...target, means: [...(target.means ?? []), 'checkout'] } },
    /, a browser for the checkout$/,
  ],
  [
    'says where there is none',
    { ...run, target: { ...target, browserTrouble: 'there is no Chromium' } },
    /, no browser for the checkout$/,
  ],
  [
    'writes no line of the target',
    { ...run, target: { ...target, name: 'a\n::error::b' } },
    /^a\S* ?::error::b at /,
  ],
])('the first line of a run %s', (_what, record, text) => {
  expect(startText(record)).toMatch(text);
});
