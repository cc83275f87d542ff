import { type ResourceRules, soundResourceRules as sound } from '../../../resource/rules.ts';
import type { TokenAction, TokenUse } from '../../../resource/request-rules.ts';
import type { Token, Suspension } from '../../../resource/records.ts';
import type { ReplyBody, ReplyWrapper } from '../../../seams.ts';

type Patch = Partial<ResourceRules>;

/** Changes whether tokens can be reached by one kind of request. */
export function reachableFor(use: TokenUse, which: (token: Token) => boolean): Patch {
  return { reachable: (token, asked) => (asked === use ? which(token) : sound.reachable(token, asked)) };
}

/** Other reason codes of one action. */
export function allowing(action: TokenAction, allowed: (code: string) => boolean): Patch {
  return {
    reasonAllowed: (asked, code) => (asked === action ? allowed(code) : sound.reasonAllowed(asked, code)),
  };
}

/** Changes fields of a token after an action. */
export function executed(
  change: (after: Token, before: Token, action: TokenAction) => Partial<Token>,
): Patch {
  return {
    executed(before, action, now) {
      const after = sound.executed(before, action, now);
      return { ...after, ...change(after, before, action) };
    },
  };
}

/** Changes fields of a suspended token. */
export function suspended(change: (after: Token, before: Token, entry: Suspension) => Partial<Token>): Patch {
  return {
    suspended(before, entry) {
      const after = sound.suspended(before, entry);
      return { ...after, ...change(after, before, entry) };
    },
  };
}

/** Changes fields of a resumed token. */
export function resumed(change: (after: Token, before: Token) => Partial<Token>): Patch {
  return {
    resumed(before) {
      const after = sound.resumed(before);
      return { ...after, ...change(after, before) };
    },
  };
}

/** Changes fields of a deleted token. */
export function deleted(change: (after: Token, before: Token) => Partial<Token>): Patch {
  return {
    deleted(before, now) {
      const after = sound.deleted(before, now);
      return { ...after, ...change(after, before) };
    },
  };
}

/** Shows fields of tokens in another way. */
export function tokenShowing(change: (token: Token) => ReplyBody): Patch {
  return { tokenView: (token, forms) => ({ ...sound.tokenView(token, forms), ...change(token) }) };
}

/** Answers a success with the id alone. */
export const idAlone: ReplyWrapper = (reply) =>
  reply.http === 200 && 'id' in reply.body ? { ...reply, body: { id: reply.body.id } } : reply;

export const isoDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
