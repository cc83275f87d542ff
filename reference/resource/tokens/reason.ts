import { z } from 'zod';
import type { World } from '../../world.ts';
import { checkShape } from '../content.ts';
import { type Refusal, refusals } from '../errors.ts';
import type { Token } from '../records.ts';
import type { TokenAction } from '../request-rules.ts';

const body = z.object({
  wallet_id: z.string().optional(),
  reason: z.object({ code: z.string(), description: z.string() }),
});

/** Why the body of suspend, resume or delete is refused, or undefined (resource, Endpoints). */
export function reasonProblem(
  world: World,
  action: TokenAction,
  content: unknown,
  token: Token | undefined,
): Refusal | undefined {
  const shape = checkShape(body, content);
  if ('refusal' in shape) return shape.refusal;
  const { wallet_id: walletId, reason } = shape.content;
  if (walletId !== undefined && !world.resourceRules.walletIdFits(walletId)) {
    return refusals.emptyWallet;
  }
  if (token !== undefined && !world.resourceRules.walletMatches(token, walletId))
    return refusals.tokenNotFound;
  if (!world.resourceRules.reasonAllowed(action, reason.code)) {
    return refusals.reasonCode;
  }
  return undefined;
}
