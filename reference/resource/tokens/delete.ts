import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, keepToken, refuse, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';
import { reasonProblem } from './reason.ts';

/** `POST /tokens/{id}/delete`: for good; the record is kept (resource, States and transitions). */
export function deleteToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const problem = reasonProblem(world, 'delete', call.body);
  if (problem !== undefined) return refuse(world, problem);

  const token = findToken(world, call.mode, call.id);
  if (token === undefined || !rules.reachable(token, 'delete')) return refuse(world, refusals.tokenNotFound);
  const now = clock.now();
  return keepToken(world, rules.executed(rules.deleted(token, now), 'delete', now));
}
