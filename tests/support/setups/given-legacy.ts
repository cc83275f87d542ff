import { toHttp } from '../../../harness/wire/request.ts';
import { meansOf, setupOf } from '../../../harness/means/means.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { GivenLegacyPayment } from '../../../models/setup.ts';
import { plainAuthorize } from '../../../suites/webhooks/plain-calls.ts';

/** The total that `plainAuthorize` authorizes. */
const order = {
  items: [
    { item_id: 'a', title: 'ノート', amount: 300, quantity: 2 },
    { item_id: 'b', title: 'ペン', amount: 100, quantity: 1 },
  ],
  tax: 200,
  shipping: 100,
  total_amount: 1000,
};

/** The same target without control, webhooks and personas, with open payments that were authorized before. */
export async function givenLegacyPayments(target: Target, count: number): Promise<Target> {
  const { control: _, webhooks: __, resource: ___, legacy, ...rest } = target;
  const approve = legacy?.personas.approve;
  if (legacy === undefined || approve === undefined) throw new Error('the target approves nobody');
  const setup = setupOf(target, meansOf(target, []), { exclusive: false });
  const payments: GivenLegacyPayment[] = [];
  for (let number = 1; number <= count; number += 1) {
    const call = { ...plainAuthorize(setup, approve, `given-${number}`) };
    const body = { ...(call.body as object), order: { ...order, order_ref: `given-${number}` } };
    const { origin, path, headers, body: sent } = toHttp({ ...call, body }, target);
    const reply = await fetch(`${origin}${path}`, { method: 'POST', headers, body: String(sent) });
    const { payment_id: id } = (await reply.json()) as { readonly payment_id: string };
    payments.push({ id, order });
  }
  return { ...rest, legacy: { ...legacy, personas: {}, payments } };
}
