import { expect, it } from 'vitest';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

/** Faults, and requirements of which they break nothing: an answer that fits several explanations had these accused. */
it.each([['resource-capture-empty-object-is-missing', 'resource.update.authorized-allowed']])(
  '%s accuses no %s',
  async (fault, innocent) => {
    const { failures } = await certifyEmbedded({
      faults: [fault],
      seed: 1,
      runs: 16,
      only: ['resource'],
    });
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.flatMap(({ requirement }) => requirement)).not.toContain(innocent);
  },
);
