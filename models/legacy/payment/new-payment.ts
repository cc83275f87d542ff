import { authorize } from '../../../spec/legacy/authorize.ts';
import { nothingTaken, type Order, type Payment } from './state.ts';

/** What an authorization of this order makes (legacy, States and transitions). */
export function newPayment(
  made: Pick<Payment, 'id' | 'order' | 'test' | 'authorization' | 'born' | 'bornStoodMs' | 'clock'> & {
    readonly orderRef: string | undefined;
  },
): Payment {
  const { orderRef, ...rest } = made;
  return {
    ...rest,
    state: { is: 'open', setBy: authorize.opens.id, seen: false },
    authorized: made.order.total,
    updated: false,
    former: [],
    amount: {
      is: made.order.total,
      setBy: (discounted(made.order) ? authorize.discount : authorize.amount).id,
    },
    orderRef: { is: orderRef ?? null, setBy: authorize.orderRef.id },
    orderRefAtAuthorize: orderRef,
    taken: nothingTaken,
    expires: undefined,
  };
}

function discounted({ items }: Order): boolean {
  return items.some((line) => line.amount.startsWith('-'));
}
