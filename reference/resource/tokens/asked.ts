import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, refuseAbout, type ResourceCall } from '../call.ts';
import { type Refusal, refusals } from '../errors.ts';
import type { Token } from '../records.ts';
import type { TokenAction } from '../request-rules.ts';
import { z } from 'zod';
import { checkShape } from '../content.ts';

/**
 * The token that an action was asked for, or the reply that refuses it: for its body, for a token that is not reachable,
 * or for what `stateProblem` finds. The rules decide which of two errors is reported.
 */
export function askedFor(
  world: World,
  call: ResourceCall,
  action: TokenAction,
  stateProblem: (token: Token) => Refusal | undefined,
): { readonly token: Token } | { readonly reply: HandlerReply } {
  const { resourceRules: rules } = world;
  const token = findToken(world, call.mode, call.id);
  const byBody = reasonProblem(world, action, call.body, token);
  const found = token !== undefined && rules.reachable(token, action);
  const byState = found ? stateProblem(token) : refusals.tokenNotFound;
  const problem = rules.bodyFirst() ? (byBody ?? byState) : (byState ?? byBody);
  if (problem !== undefined || token === undefined)
    return { reply: refuseAbout(world, token, problem ?? refusals.tokenNotFound) };
  return { token };
}

const body = z.object({
  wallet_id: z.string().optional(),
  reason: z.object({ code: z.string(), description: z.string() }),
});

/** Why the body of suspend, resume or delete is refused, or undefined (resource, Endpoints). */
function reasonProblem(
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
