import type { HandlerReply, ReplyBody } from '../../seams.ts';
import type { World } from '../../world.ts';
import type { ResourceCall } from '../call.ts';

/** `GET /tokens/`: the merchant's tokens that are ACTIVE or SUSPENDED, across all consumers (resource, Endpoints). */
export function listTokens(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, store, clock } = world;
  const test = call.mode === 'test';
  const shown: ReplyBody[] = [];
  for (const token of store.tokens.values()) {
    if (token.test !== test || !rules.listed(token)) continue;
    const listed = rules.tokenListed(token, clock.now());
    store.tokens.put(token.id, listed);
    shown.push(rules.tokenView(listed, rules));
  }
  return { http: 200, body: shown };
}
