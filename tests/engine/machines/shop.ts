import * as fc from 'fast-check';
import { machine } from '../../../engine/build/build.ts';
import { functions } from '../../../engine/check/systems.ts';

export const limit = 'cash is for small amounts';

/** A shop whose payments have four inputs, of which one combination of classes is not possible. */
export const shop = machine({
  name: 'shop',
  state: { paid: 0 },
  operations: ({ operation, expect }) => [
    operation('pay', {
      inputs: {
        amount: { nothing: 0, small: fc.integer({ min: 1, max: 99 }), large: 10_000 },
        currency: ['JPY', 'EUR', 'USD'],
        by: ['card', 'cash', 'invoice'],
        express: [true, false],
      },
      constraints: [
        {
          of: ['amount', 'by'],
          holds: ({ amount, by }) => amount !== 'large' || by !== 'cash',
          reason: limit,
        },
      ],
      expect: ({ paid }, { amount }) =>
        amount === 0 ? expect.reply('refused').sameState() : expect.reply('paid').then({ paid: paid + 1 }),
    }),
    operation('paid', { reads: true, expect: ({ paid }) => expect.reply(paid).sameState() }),
  ],
});

/** Opens shops; a faulty one does not take large amounts by invoice. */
export const openShop = (isFaulty = false) =>
  functions(() => {
    let paid = 0;
    return {
      pay: (amount: number, _currency: string, by: string) => {
        if (amount === 0 || (isFaulty && amount === 10_000 && by === 'invoice')) return 'refused';
        paid += 1;
        return 'paid';
      },
      paid: () => paid,
    };
  });
