import type { Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { tokenGetRules } from '../../../spec/resource/tokens/get.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { refused, unresolved } from '../replies/outcomes.ts';
import { foreign, isForeign } from '../payments/on-payment.ts';
import type { Outcomes, ResourceState, Token } from '../state.ts';

/** The outcomes for the token that a step names; 404 for an id that the service never issued. */
export function onToken(
  state: ResourceState,
  step: Step,
  predict: (token: Token, key: string) => Outcomes,
): Outcomes {
  const key = step.uses['token'];
  const token = key === undefined ? undefined : state.tokens[key];
  if (key === undefined || token === undefined) {
    const rule = tokenRules.unknownId.id;
    const unknown = refused(state, step, 'unknown token', rule, { http: 404, code: 'token.not_found' });
    return isForeign(step, 'tok_') ? foreign(state, step, rule, unknown) : [unknown];
  }
  const outcomes = predict(token, key);
  return token.id === undefined ? [...outcomes, unresolved(state)] : outcomes;
}

/** The rules accused, beside the one of a fact, when a read of a token differs from what is believed. */
export function suspectsOfTokenRead(token: Token): readonly string[] {
  switch (token.after) {
    case 'change':
      return [tokenGetRules.current.id];
    case 'refusal':
      return [commonRules.refusalChangesNothing.id];
    case 'read':
      return [tokenGetRules.changesNothing.id];
  }
}
