import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { keepToken, type ResourceCall } from '../call.ts';
import { askedFor } from './asked.ts';

/** `POST /tokens/{id}/delete`: for good; the record is kept (resource, States and transitions). */
export function deleteToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const asked = askedFor(world, call, 'delete', () => undefined);
  if ('reply' in asked) return asked.reply;
  const now = clock.now();
  return keepToken(world, rules.executed(rules.deleted(asked.token, now), 'delete', now));
}
