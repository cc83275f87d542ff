import { at } from '../../models/checks.ts';
import { predictAdoptPayment } from '../../models/legacy/payment/adopt-payment.ts';
import type { GivenLegacyPayment, Setup } from '../../models/setup.ts';
import { givenId } from '../../models/wire.ts';
import type { LegacyOperation } from './operations.ts';

/** A payment of the settings, read to learn its state. Each serves one sequence, so nothing else is made in that. */
export function adoptPayment(
  all: readonly [GivenLegacyPayment, ...GivenLegacyPayment[]],
  { validityMs }: Setup,
): LegacyOperation {
  const id = givenId('legacy-payment');
  return {
    name: 'adopt-payment',
    reads: true,
    attempts: ({ payments, asked }) =>
      Object.keys(payments).length + Object.keys(asked).length > 0 ? [] : [{ kind: 'given', uses: {} }],
    spends: () => 'legacy-payment',
    resolve: () => ({
      to: 'legacy',
      operation: 'status',
      method: 'POST',
      path: '/pay/status',
      body: { payment_id: id },
      credential: 'valid',
      checksum: { of: id, encoding: 'hex' },
      given: 'legacy-payment',
    }),
    predict(state, call, step) {
      if (call.to === 'control') throw new Error('a payment is adopted by a call to the target');
      const sent = at(call.body, ['payment_id']);
      // Offline no payment is chosen yet.
      const given = all.find((one) => one.id === sent) ?? { ...all[0], id };
      return predictAdoptPayment(state, call, step, given, validityMs);
    },
  };
}
