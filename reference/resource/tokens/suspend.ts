import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, keepToken, refuse, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';
import { reasonProblem } from './reason.ts';

/** `POST /tokens/{id}/suspend`: no payment can be created with it until it is resumed (resource, Endpoints). */
export function suspendToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const problem = reasonProblem(world, 'suspend', call.body);
  if (problem !== undefined) return refuse(world, problem);

  const token = findToken(world, call.mode, call.id);
  if (token === undefined || !rules.reachable(token, 'suspend')) return refuse(world, refusals.tokenNotFound);
  if (rules.alreadySuspended(token)) return refuse(world, refusals.tokenSuspended);
  const now = clock.now();
  const suspended = rules.suspended(token, { timestamp: now, authority: 'merchant' });
  return keepToken(world, rules.executed(suspended, 'suspend', now));
}
