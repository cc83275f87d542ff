import type { z } from 'zod';
import type { Check, Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { check, isObject } from '../../checks.ts';
import { refusedFor, unlessRefused } from '../../beside.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { bodyOf, type BodyFault, faultsOf } from '../replies/bodies.ts';
import { refused, refusedWithOpenStatus, unresolved } from '../replies/outcomes.ts';
import { byBodyOr, malformed, noObject, openBody } from '../requests/bad-bodies.ts';
import { guarded } from '../requests/requests.ts';
import {
  type Outcomes,
  type ResourceOutcome,
  type ResourceState,
  type Token,
  walletOf,
  withToken,
} from '../state.ts';
import { isContentCode, maySucceed, succeeded } from '../replies/verdicts.ts';
import { learnedToken, bumpVersion } from './learn.ts';
import { tokenChecks } from './object.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { tokenGetRules } from '../../../spec/resource/tokens/get.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { foreign, isForeign } from '../payments/on-payment.ts';

/** What differs between suspend, resume and delete. */
export interface TokenAction {
  readonly schema: z.ZodType;
  readonly rules: Readonly<
    Record<
      'reasonCodes' | 'reasonCodeRefused' | 'requiredFields' | 'fieldTypes' | 'returnsToken',
      { readonly id: string }
    >
  >;
  /** The refusal by the token's state, if any. */
  refusedBy(state: ResourceState, step: Step, token: Token): Outcomes | undefined;
  /** The token after a success, and the rules that a success proves and a refusal breaks. */
  applied(token: Token): {
    readonly token: Token;
    readonly proves: readonly [string, ...string[]];
    readonly name: string;
  };
}

/** A token operation that changes the token's state (Endpoints, POST /tokens/{id}/suspend, /resume and /delete). */
export function predictAction(action: TokenAction, state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'POST', (api) => {
    const faults = faultsOf(action.schema, api);
    const otherwise = onToken(state, step, (token, key) =>
      byWallet(
        action,
        state,
        api,
        step,
        token,
        action.refusedBy(state, step, token) ?? [succeeding(action, state, token, key)],
      ),
    );
    const { reasonCodes } = action.rules;
    // What is empty in place of a wallet is an open point of its own.
    const others = faults.filter(({ fault, path }) => !(fault === 'empty' && path === 'wallet_id'));
    const taken = openBody(
      state,
      step,
      others,
      byEmptyWallet(action, state, api, step, otherwise),
      reasonCodes.id,
    );
    return byBodyOr(state, step, refusedBody(action, state, step, faults), taken);
  });
}

function refusedBody(
  { rules }: TokenAction,
  state: ResourceState,
  step: Step,
  faults: readonly BodyFault[],
): Outcomes | undefined {
  if (faults[0]?.fault === 'no-object') return noObject(state, step, rules.requiredFields.id);
  const bad = malformed(state, step, faults, {
    required: rules.requiredFields.id,
    types: rules.fieldTypes.id,
  });
  const { reasonCodeStatus } = resourceLatitudes;
  const byCode = () =>
    refusedWithOpenStatus(state, step, 'reason code', rules.reasonCodeRefused.id, reasonCodeStatus);
  // A code that is no text is also outside the list, an error without a documented name.
  const offList = faults.some((one) => one.fault === 'value' && isOfCode(one));
  if (bad !== undefined) return offList || faults.some(isOfCode) ? refusedFor(bad, byCode()) : bad;
  return offList ? byCode() : undefined;
}

const isOfCode = (one: BodyFault | undefined): boolean =>
  one?.path === 'reason.code' && one.fault !== 'missing';

/** Outcomes with the refusal of an empty wallet_id. */
function byEmptyWallet(
  { rules }: TokenAction,
  state: ResourceState,
  call: ApiCall,
  step: Step,
  otherwise: Outcomes,
): Outcomes {
  if (bodyOf(call)['wallet_id'] !== '') return otherwise;
  const no = [refused(state, step, 'open', rules.reasonCodes.id, { countsAsEvidence: false })];
  return unlessRefused(resourceLatitudes.emptyWallet, 'served', otherwise, 'refused', no, 'refused');
}

/** Outcomes with the refusal of another wallet than the token's. */
function byWallet(
  { rules }: TokenAction,
  state: ResourceState,
  call: ApiCall,
  step: Step,
  token: Token,
  otherwise: Outcomes,
): Outcomes {
  // Left out it means the default wallet, which may also be another than the token's. A null may count as left out.
  const named = bodyOf(call)['wallet_id'] ?? 'default';
  const own = walletOf(token) ?? token.walletShown;
  if (typeof named !== 'string' || named === '' || own === undefined || named === own) return otherwise;
  const no = [refused(state, step, 'open', rules.reasonCodes.id, { countsAsEvidence: false })];
  return unlessRefused(resourceLatitudes.otherWallet, 'served', otherwise, 'refused', no);
}

function succeeding(action: TokenAction, state: ResourceState, token: Token, key: string): ResourceOutcome {
  const applied = action.applied(token);
  const after = bumpVersion(applied.token, 1);
  const { reasonCodes, returnsToken } = action.rules;
  const success = done(applied.proves, reasonCodes.id);
  const whole = check(returnsToken.id, 'a token object', ({ body }) => body, isToken, {
    weight: tokenWeight,
    expect: () => ({ at: 'status', must: { present: true } }),
  });
  return {
    name: applied.name,
    couldMatch: maySucceed,
    checks: () => [success, whole, ...tokenChecks(after, [])],
    next: (reply?: Reply) => withToken(state, key, learnedToken(after, 'change', reply)),
  };
}

// Heavier than a field: an answer that is no token is accused as such, not for each missing field.
const tokenWeight = 6;
const isToken = (body: unknown): boolean =>
  isObject(body) && ['status', 'kind', 'version_nr'].some((name) => body[name] !== undefined);

/** The success of a right request. An error about content can only concern the reason code; any other breaks the rule of the state. */
const done = (proves: readonly string[], reasonCodes: string): Check<Reply> =>
  succeeded((code) => (isContentCode(code) ? [reasonCodes] : proves), [...proves, reasonCodes]);

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
