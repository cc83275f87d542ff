import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findToken, keepToken, refuse, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';
import { reasonProblem } from './reason.ts';

/** `POST /tokens/{id}/resume`: only what the merchant suspended itself (resource, States and transitions). */
export function resumeToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const problem = reasonProblem(world, 'resume', call.body);
  if (problem !== undefined) return refuse(world, problem);

  const token = findToken(world, call.mode, call.id);
  if (token === undefined || !rules.reachable(token, 'resume')) return refuse(world, refusals.tokenNotFound);
  if (!rules.resumable(token)) return refuse(world, refusals.tokenNotFound);
  if (!rules.resumableByMerchant(token)) return refuse(world, refusals.suspendedByConsumer);
  return keepToken(world, rules.executed(rules.resumed(token), 'resume', clock.now()));
}
