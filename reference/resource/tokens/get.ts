import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, keepToken, refuse, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';

/** `GET /tokens/{id}`: a token that is ACTIVE or SUSPENDED (resource, Endpoints and Errors). */
export function getToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const token = findToken(world, call.mode, call.id);
  if (token === undefined || !rules.reachable(token, 'get')) return refuse(world, refusals.tokenNotFound);
  const shown = rules.tokenRead(token, clock.now());
  const reply = keepToken(world, shown);
  const after = rules.tokenAfterRead(shown, clock.now());
  if (after !== shown) keepToken(world, after);
  return reply;
}
