import type { Step } from '../../../engine/model.ts';
import { deleteRules } from '../../../spec/resource/tokens/delete.ts';
import { resumeRules } from '../../../spec/resource/tokens/resume.ts';
import { suspendRequest, suspendRules as rules } from '../../../spec/resource/tokens/suspend.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { choose } from '../../choose.ts';
import type { Call } from '../../wire.ts';
import { refused } from '../replies/outcomes.ts';
import type { Outcomes, ResourceState } from '../state.ts';
import { predictAction, type TokenAction } from './action.ts';

const suspend: TokenAction = {
  schema: suspendRequest,
  rules,
  refusedBy(state, step, token) {
    const countsAsEvidence = token.seen;
    if (token.status.is === 'DELETED') {
      const also = [deleteRules.irreversible.id];
      const error = { http: 404, code: 'token.not_found', countsAsEvidence, also };
      return [refused(state, step, 'deleted', rules.deletedRefused.id, error)];
    }
    if (token.status.is === 'SUSPENDED') {
      const rule = rules.suspendedFails.id;
      const asSuspended = {
        http: 403,
        code: 'token.suspended',
        countsAsEvidence,
        also: [rules.suspendedRefused.id],
      };
      return choose(resourceLatitudes.suspendedCode, {
        'token.suspended': refused(state, step, 'suspended', rule, asSuspended),
        'token.not_found': refused(state, step, 'suspended', rule, {
          http: 404,
          code: 'token.not_found',
          countsAsEvidence,
        }),
      });
    }
    return undefined;
  },
  applied: (token) => ({
    name: 'suspended',
    token: {
      ...token,
      status: { is: 'SUSPENDED', setBy: rules.suspends.id },
      suspendedBy: 'merchant',
      suspendedAt: undefined,
    },
    proves: [rules.suspends.id, ...(token.wasResumed === true ? [resumeRules.usable.id] : [])],
  }),
};

/** Suspending a token: only an ACTIVE one (States and transitions; Errors). */
export function predictSuspend(state: ResourceState, call: Call, step: Step): Outcomes {
  return predictAction(suspend, state, call, step);
}
