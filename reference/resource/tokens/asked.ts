import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, refuseAbout, type ResourceCall } from '../call.ts';
import { type Refusal, refusals } from '../errors.ts';
import type { Token } from '../records.ts';
import type { TokenAction } from '../request-rules.ts';
import { reasonProblem } from './reason.ts';

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
