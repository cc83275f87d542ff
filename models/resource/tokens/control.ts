import type { Step } from '../../../engine/model.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { tokenGetRules } from '../../../spec/resource/tokens/get.ts';
import { tokenRules } from '../../../spec/resource/token.ts';
import { at, field, isObject, textOf } from '../../checks.ts';
import type { Call, ControlCall, Reply } from '../../wire.ts';
import { sameState } from '../forms.ts';
import { clockLearned, clockMoved } from '../clock.ts';
import { refused } from '../replies/outcomes.ts';
import type { Outcomes, ResourceState, Token, TokenStatus } from '../state.ts';
import { withToken } from '../state.ts';
import { succeeded } from '../replies/verdicts.ts';
import { learnedToken, bumpVersion } from './learn.ts';
import { tokenChecks } from './object.ts';
import { guarded } from '../requests/requests.ts';

/** The fields of a new token that show when it was issued. */
const instants = ['created_at', 'updated_at', 'activated_at'];

/** An ACTIVE token that control issues. The answer is not judged; only ids are taken from it. */
export function predictIssueToken(state: ResourceState, call: ControlCall, step: Step): Outcomes {
  const body = isObject(call.body) ? call.body : {};
  const next = (reply?: Reply): ResourceState => {
    const description = body['description'];
    return withToken(clockLearned(state, reply, instants), step.id, {
      // Any text: later reads judge its form.
      id: textOf(reply, 'id'),
      consumerId: textOf(reply, 'consumer_id'),
      status: { is: 'ACTIVE', setBy: tokenRules.status.id },
      seen: sameState(at(reply?.body, ['status']), 'ACTIVE'),
      after: 'change',
      consumer: 'ACTIVE',
      shared: false,
      known: {
        wallet_id: typeof body['wallet_id'] === 'string' ? body['wallet_id'] : 'default',
        ...(typeof description === 'string' && { description }),
        ...(body['metadata'] !== undefined && { metadata: body['metadata'] }),
      },
    });
  };
  return [{ name: 'issued', checks: [], next }];
}

/** A change by control to a token or its consumer. */
export function predictTokenControl(
  state: ResourceState,
  step: Step,
  change: (token: Token) => Token,
  name: string,
): Outcomes {
  const key = step.uses['token'];
  const token = key === undefined ? undefined : state.tokens[key];
  if (key === undefined || token === undefined) return [{ name, checks: [], next: () => state }];
  return [
    {
      name,
      checks: [],
      next: (reply?: Reply) => {
        const changed = change(token);
        const isShown = sameState(at(reply?.body, ['status']), changed.status.is);
        return withToken(state, key, {
          ...bumpVersion(changed, 0),
          after: 'change',
          outside: true,
          seen: isShown || (changed.seen && changed.status === token.status),
        });
      },
    },
  ];
}

/** The target's clock moves a little, so later changes to tokens have later instants. */
export function predictMoment(state: ResourceState): Outcomes {
  const tokens = Object.entries(state.tokens).map(
    ([key, token]) => [key, { ...token, waited: true }] as const,
  );
  return [
    {
      name: 'a moment passed',
      checks: [],
      next: (reply?: Reply) => clockMoved({ ...state, tokens: Object.fromEntries(tokens) }, reply),
    },
  ];
}

/**
 * The first read of a token from the settings, in any state, since earlier runs may have used it. One of the sequence's `own` is used only
 * where it is ACTIVE: who suspended it is not known.
 */
export function predictAdoptToken(
  state: ResourceState,
  call: Call,
  step: Step,
  id: string,
  own = false,
): Outcomes {
  const suspended = adopted(state, step, id, 'SUSPENDED', own);
  return guarded(state, call, step, 'GET', () => [
    adopted(state, step, id, 'ACTIVE', own),
    own ? { ...suspended, next: () => state } : suspended,
    {
      ...adopted(state, step, id, 'DELETED', own),
      next: () => state,
      assumes: { [resourceLatitudes.deletedRead.id]: 'record' },
    },
    refused(state, step, 'used up', tokenRules.unknownId.id, {
      http: 404,
      code: 'token.not_found',
      countsAsEvidence: false,
    }),
  ]);
}

function adopted(state: ResourceState, step: Step, id: string, is: TokenStatus, own: boolean) {
  const token: Token = {
    id,
    status: { is, setBy: tokenRules.status.id },
    seen: false,
    after: 'change',
    consumer: 'ACTIVE',
    shared: !own,
  };
  return {
    name: `adopted: ${is}`,
    checks: [
      succeeded(tokenGetRules.returnsToken.id),
      field(tokenRules.status.id, 'status', { state: [is] }, { weight: 5 }),
      ...tokenChecks(token, []),
    ],
    next: (reply?: Reply) =>
      withToken(state, step.id, {
        // This read may be counted after its answer.
        ...bumpVersion(learnedToken(token, 'read', reply), 0),
        ...(own && { walletShown: textOf(reply, 'wallet_id') ?? null }),
      }),
  };
}
