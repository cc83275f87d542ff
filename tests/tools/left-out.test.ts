import { expect, test } from 'vitest';
import { leavingOutEach } from '../../tools/left-out/left-out.ts';
import { faults } from '../../reference/faults.ts';
import { certifyFault } from '../../suites/faults/certify-fault.ts';

// `bench:left-out` does the same with twenty faults of authorizations, and some of creations.
test.each(['legacy-authorize-without-test', 'resource-create-without-expiry'])(
  'no field of the reproduction of %s can be left out, unless a table demands it',
  { timeout: 120_000 },
  async (id) => {
    const fault = faults.find((one) => one.id === id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    const { failure } = await certifyFault(fault, { runs: 4, seed: 1 });
    if (failure === undefined) throw new Error(`${id} was not found`);
    const left = await leavingOutEach(id, failure);
    expect(left?.fields).toBeGreaterThan(5);
    expect(left?.spare.filter(({ required }) => !required)).toEqual([]);
  },
);
