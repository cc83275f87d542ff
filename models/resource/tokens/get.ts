import type { Step } from '../../../engine/model.ts';
import { commonRules } from '../../../spec/resource/common.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { tokenGetRules as rules } from '../../../spec/resource/tokens/get.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { withChecks, withParts } from '../../with-checks.ts';
import { at, check } from '../../checks.ts';
import { choose } from '../../choose.ts';
import type { Call, Reply } from '../../wire.ts';
import { isUnset } from '../forms.ts';
import { observeNotation, unsetForms } from '../replies/notation.ts';
import { refused } from '../replies/outcomes.ts';
import { guarded } from '../requests/requests.ts';
import type { Outcomes, ResourceOutcome, ResourceState, Token } from '../state.ts';
import { walletOf, withToken } from '../state.ts';
import { maySucceed, succeeded } from '../replies/verdicts.ts';
import { learnedToken, bumpVersion } from './learn.ts';
import { tokenChecks } from './object.ts';
import { onToken, suspectsOfTokenRead } from './action.ts';

/** Reading a token (Endpoints, GET /tokens/{id}). For a deleted one the document says both that it is retained and that it is not found. */
export function predictTokenGet(state: ResourceState, call: Call, step: Step): Outcomes {
  return guarded(state, call, step, 'GET', () =>
    onToken(state, step, (token, key) => {
      if (token.status.is !== 'DELETED') return counted(state, token, key);
      const error = { http: 404, code: 'token.not_found', countsAsEvidence: token.seen };
      return choose(resourceLatitudes.deletedRead, {
        'not-found': refused(state, step, 'deleted', tokenRules.unknownId.id, error),
        record: reading(state, token, key),
      });
    }),
  );
}

/**
 * Two successive reads show whether reads raise version_nr. A target may count a read after its answer, which the next request shows, so
 * that stays possible until then.
 */
function counted(state: ResourceState, token: Token, key: string): Outcomes {
  const { version } = token;
  const outcome = reading(state, token, key);
  if (token.shared) return noted(state, token, outcome);
  const late = reading(state, token, key, token);
  const afterwards = withParts(late, { next: (reply) => countedOnce(late.next(reply), key) });
  if (version?.most !== version?.least || version === undefined || token.after !== 'read')
    return [...noted(state, token, outcome), ...lateOnly(afterwards)];
  const showing = (one: ResourceOutcome, value: number): ResourceOutcome =>
    withChecks(one, () => [
      // In words alone, since the answer that it follows from may be the wrong one of the two.
      check(
        tokenRules.versionNr.id,
        `version_nr: ${value}`,
        ({ body }) => at(body, ['version_nr']),
        (shown) => shown === value,
        { about: 'version_nr' },
      ),
    ]);
  const due = version.last + version.most;
  return choose(resourceLatitudes.versionOnRead, {
    uncounted: showing(outcome, due),
    counted: showing(outcome, due + 1),
    'counted-afterwards': showing(afterwards, due),
  });
}

const lateOnly = (afterwards: ResourceOutcome): Outcomes =>
  choose(resourceLatitudes.versionOnRead, { 'counted-afterwards': afterwards });

/** Observes the notation of an optional field that was never set, once a sequence. */
function noted(state: ResourceState, token: Token, outcome: ResourceOutcome): Outcomes {
  const { unset } = resourceLatitudes;
  return isUnset(token.known?.['description']) && walletOf(token) !== undefined
    ? observeNotation(state, 'unset', unset, rules.returnsToken.id, 'description', unsetForms, outcome)
    : [outcome];
}

/** The state after a read that is counted after its answer. It changes nothing else, so no later instant is required. */
function countedOnce(state: ResourceState, key: string): ResourceState {
  const token = state.tokens[key];
  if (token?.version === undefined) return state;
  return withToken(state, key, { ...token, version: { ...token.version, last: token.version.last + 1 } });
}

function reading(
  state: ResourceState,
  token: Token,
  key: string,
  read = bumpVersion(token, 0),
): ResourceOutcome {
  return {
    name: `read: ${token.status.is}`,
    couldMatch: maySucceed,
    checks: () => [
      succeeded(rules.returnsToken.id, [rules.returnsToken.id, commonRules.versionCurrent.id]),
      ...tokenChecks(read, suspectsOfTokenRead(token)),
    ],
    next: (reply?: Reply) =>
      withToken(
        state,
        key,
        reply === undefined ? { ...read, after: 'read' } : learnedToken(read, 'read', reply),
      ),
  };
}
