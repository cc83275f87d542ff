import { expect, it } from 'vitest';
import { faults } from '../../../reference/faults.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';
import { spreadOver } from '../../../suites/faults/certify-fault.ts';
import type { FailureRecord } from '../../../harness/records/failure-record.ts';

/** Of a whole run: some 19,000. A run about one requirement is worth its option only where it is far shorter. */
const most = 5000;

const isSteady = ({ flaky }: FailureRecord) => !flaky;
const inSample = spreadOver(
  faults.filter(({ inBrowser }) => inBrowser !== true),
  16,
);
/** Those that show in one class of data, once it is read back, or in one moment beside the expiry. */
const narrow = [
  'resource-create-postpay-refused',
  'legacy-order-ref-composed',
  'resource-no-capture-in-the-last-ten-seconds',
];
const inNarrow = faults.filter(({ id }) => narrow.includes(id));

it.each([...inSample, ...inNarrow])(
  'a run about one requirement alone finds the fault that breaks it: $id',
  async ({ id, requirement }) => {
    const { failures, requests } = await certifyEmbedded({
      faults: [id],
      seed: 1,
      runs: 92,
      only: [requirement],
      enough: (found) => found.some(isSteady),
    });
    expect(failures.filter(isSteady)).not.toEqual([]);
    expect(requests).toBeLessThan(most);
  },
);
