import type { GivenPayment } from '../../../models/setup.ts';
import type { Target } from '../../../harness/settings/settings.ts';

/** What a target's operator gives out where there is no control. */
interface Asked {
  /** Tokens that may be suspended, resumed and deleted. */
  readonly tokens?: number;
  /** AUTHORIZED payments of the resource interface. */
  readonly payments?: number;
}

interface Issued {
  readonly id: string;
  readonly amount: number;
  readonly order: { readonly items: GivenPayment['lines'] };
}

/** The same target without control and webhooks, with tokens that were issued before. */
export async function givenMeans(target: Target, { tokens = 0, payments = 0 }: Asked): Promise<Target> {
  const { control, webhooks: _, resource, ...rest } = target;
  if (control === undefined || resource === undefined) throw new Error('the target has no control');
  const issued = async (path: string, body: object): Promise<Issued> => {
    const reply = await fetch(`${control.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await reply.json()) as Issued;
  };
  const ids: string[] = [];
  for (let number = 0; number < tokens; number += 1) ids.push((await issued('/tokens', {})).id);
  const given: GivenPayment[] = [];
  for (let number = 0; number < payments; number += 1) {
    const { id, amount, order } = await issued('/payments', { status: 'AUTHORIZED' });
    given.push({ id, amount: String(amount), lines: order.items });
  }
  return {
    ...rest,
    resource: {
      ...resource,
      ...(ids.length > 0 && { spendable: ids }),
      ...(given.length > 0 && { payments: given }),
    },
  };
}
