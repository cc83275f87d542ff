import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { keepToken, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';
import { askedFor } from './asked.ts';

/** `POST /tokens/{id}/suspend`: no payment can be created with it until it is resumed (resource, Endpoints). */
export function suspendToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const asked = askedFor(world, call, 'suspend', (token) =>
    rules.alreadySuspended(token) ? refusals.tokenSuspended : undefined,
  );
  if ('reply' in asked) return asked.reply;
  const now = clock.now();
  const suspended = rules.suspended(asked.token, { timestamp: now, authority: 'merchant' });
  return keepToken(world, rules.executed(suspended, 'suspend', now));
}
