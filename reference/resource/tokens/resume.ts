import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { keepToken, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';
import { askedFor } from './asked.ts';

/** `POST /tokens/{id}/resume`: only what the merchant suspended itself (resource, States and transitions). */
export function resumeToken(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const asked = askedFor(world, call, 'resume', (token) => {
    if (!rules.resumable(token)) return refusals.tokenNotFound;
    // The body is not checked yet, so it may be anything.
    const body = call.body as { readonly reason?: { readonly code?: unknown } | null } | null;
    return rules.resumableByMerchant(token, body?.reason?.code) ? undefined : refusals.suspendedByConsumer;
  });
  if ('reply' in asked) return asked.reply;
  return keepToken(world, rules.executed(rules.resumed(asked.token), 'resume', clock.now()));
}
