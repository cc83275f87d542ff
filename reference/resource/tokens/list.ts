import type { HandlerReply, ReplyBody } from '../../seams.ts';
import type { World } from '../../world.ts';
import type { ResourceCall } from '../call.ts';

/** `GET /tokens/`: the merchant's tokens that are ACTIVE or SUSPENDED, across all consumers (resource, Endpoints). */
export function listTokens(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, store } = world;
  const test = call.mode === 'test';
  const shown: ReplyBody[] = [];
  for (const token of store.tokens.values()) {
    if (token.test === test && rules.listed(token)) shown.push(rules.tokenView(token, rules));
  }
  return { http: 200, body: shown };
}
