import type { Step } from '../../../engine/model.ts';
import { deleteRequest, deleteRules as rules } from '../../../spec/resource/tokens/delete.ts';
import type { Call } from '../../wire.ts';
import { refused } from '../replies/outcomes.ts';
import type { Outcomes, ResourceState } from '../state.ts';
import { predictAction, type TokenAction } from './action.ts';

const remove: TokenAction = {
  schema: deleteRequest,
  rules,
  refusedBy(state, step, token) {
    if (token.status.is !== 'DELETED') return undefined;
    const error = { http: 404, code: 'token.not_found', countsAsEvidence: token.seen };
    return [refused(state, step, 'deleted', rules.deletedRefused.id, error)];
  },
  applied(token) {
    const rule = token.status.is === 'SUSPENDED' ? rules.deletesSuspended.id : rules.deletes.id;
    return { name: 'deleted', token: { ...token, status: { is: 'DELETED', setBy: rule } }, proves: [rule] };
  },
};

/** Deleting an ACTIVE or SUSPENDED token, irreversibly (States and transitions; Errors). */
export function predictDelete(state: ResourceState, call: Call, step: Step): Outcomes {
  return predictAction(remove, state, call, step);
}
