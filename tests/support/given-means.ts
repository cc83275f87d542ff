import type { Target } from '../../harness/settings.ts';

/** What a target's operator gives out where there is no control. */
interface Asked {
  /** Tokens that may be suspended, resumed and deleted. */
  readonly tokens: number;
}

/** The same target without control and webhooks, with tokens that were issued before. */
export async function givenMeans(target: Target, { tokens }: Asked): Promise<Target> {
  const { control, webhooks: _, resource, ...rest } = target;
  if (control === undefined || resource === undefined) throw new Error('the target has no control');
  const issued = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const reply = await fetch(`${control.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await reply.json()) as { readonly id: string };
  };
  const ids: string[] = [];
  for (let number = 0; number < tokens; number += 1) ids.push((await issued('/tokens', {})).id);
  return { ...rest, resource: { ...resource, ...(ids.length > 0 && { spendable: ids }) } };
}
