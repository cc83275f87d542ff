import { expect, it } from 'vitest';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { certifyEmbedded } from '../../../suites/faults/certify-embedded.ts';

it('a server whose tokens are all of one consumer is accused of nothing, and what needs a consumer to be suspended is shown', async () => {
  // Captures are refused once the consumer is suspended, whichever sequence has suspended it.
  const profile = { 'resource.token-list.consumers': 'one', 'resource.payment.token-ended': 'refused' };
  const only = ['resource.create.suspended-consumer', 'resource.token.updated-at-moves', 'resource.capture'];
  const { failures, records } = await certifyEmbedded({ profile, seed: 1, runs: 40, only });
  const summary = fold(records);
  expect(failures).toEqual([]);
  expect(certificate(summary, register).requirements.filter(({ verdict }) => verdict === 'untested')).toEqual(
    [],
  );
  // Of a batch that began before it was known.
  expect([...summary.inconclusive.values()].reduce((sum, times) => sum + times, 0)).toBeLessThan(8);
});
