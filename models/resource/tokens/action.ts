import type { z } from 'zod';
import type { Check, Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { check, isObject } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { bodyOf, type BodyFault, faultsOf } from '../replies/bodies.ts';
import { refused, refusedSomehow } from '../replies/outcomes.ts';
import { either, malformed, noObject, openBody } from '../requests/bad-bodies.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, ResourceOutcome, ResourceState, Token } from '../state.ts';
import { withToken } from '../state.ts';
import { isContentCode, maySucceed, succeeded } from '../replies/verdicts.ts';
import { learnedToken, raised } from './learn.ts';
import { tokenChecks } from './object.ts';
import { onToken } from './on-token.ts';

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
  return guarded(state, call, step, 'POST', (api) =>
    onToken(state, step, (token, key) => {
      const faults = faultsOf(action.schema, api);
      const byBody = refusedBody(action, state, step, faults);
      const byState = action.refusedBy(state, step, token);
      if (byBody !== undefined) return byState === undefined ? byBody : either(byBody, byState);
      // An open body may be refused before the state is checked.
      const judged = byState ?? [succeeding(action, state, token, key)];
      return open(action, state, api, step, token, faults, judged);
    }),
  );
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
    refusedSomehow(state, step, 'reason code', rules.reasonCodeRefused.id, reasonCodeStatus);
  // A code that is no text is also outside the list, an error without a documented name.
  if (bad !== undefined) return isOfCode(faults[0]) ? [...bad, ...byCode()] : bad;
  return faults.some((one) => one.fault === 'value' && isOfCode(one)) ? byCode() : undefined;
}

const isOfCode = (one: BodyFault | undefined): boolean =>
  one?.path === 'reason.code' && one.fault !== 'missing';

/** Outcomes with the open points of the body. */
function open(
  { rules }: TokenAction,
  state: ResourceState,
  call: ApiCall,
  step: Step,
  token: Token,
  faults: readonly BodyFault[],
  judged: Outcomes,
): Outcomes {
  const no = refused(state, step, 'open', rules.reasonCodes.id, { earns: false });
  const wallet = bodyOf(call)['wallet_id'];
  if (wallet === '') return choose(resourceLatitudes.emptyWallet, { refused: no, served: judged });
  // Left out it means the default wallet, which may also be another than the token's.
  const named = wallet === undefined ? 'default' : wallet;
  const own = token.walletId ?? token.walletShown;
  if (typeof named === 'string' && own !== undefined && named !== own)
    return choose(resourceLatitudes.otherWallet, { served: judged, refused: no });
  return openBody(state, step, faults, judged, rules.reasonCodes.id);
}

function succeeding(action: TokenAction, state: ResourceState, token: Token, key: string): ResourceOutcome {
  const applied = action.applied(token);
  const after = raised(applied.token, 1);
  const { reasonCodes, returnsToken } = action.rules;
  const success = done(applied.proves, reasonCodes.id);
  const whole = check(returnsToken.id, 'a token object', ({ body }) => body, isToken, {
    weight: tokenWeight,
  });
  return {
    name: applied.name,
    mayBe: maySucceed,
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
