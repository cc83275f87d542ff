import type { Step } from '../../../engine/model.ts';
import { deleteRules } from '../../../spec/resource/tokens/delete.ts';
import { resourceLatitudes } from '../../../spec/resource/latitudes.ts';
import { resumeRequest, resumeRules as rules } from '../../../spec/resource/tokens/resume.ts';
import type { Call } from '../../wire.ts';
import { refused, refusedWithOpenStatus } from '../replies/outcomes.ts';
import type { Outcomes, ResourceState } from '../state.ts';
import { predictAction, type TokenAction } from './action.ts';

const resume: TokenAction = {
  schema: resumeRequest,
  rules,
  refusedBy(state, step, token) {
    const notFound = { http: 404, code: 'token.not_found', countsAsEvidence: token.seen };
    if (token.status.is === 'DELETED') {
      const error = { ...notFound, also: [deleteRules.irreversible.id] };
      return [refused(state, step, 'deleted', rules.deletedRefused.id, error)];
    }
    if (token.status.is === 'ACTIVE')
      return [refused(state, step, 'active', rules.activeRefused.id, notFound)];
    if (token.suspendedBy === 'consumer') {
      const { consumerResumeStatus } = resourceLatitudes;
      const rule = rules.consumerRefused.id;
      return refusedWithOpenStatus(state, step, 'suspended by its consumer', rule, consumerResumeStatus, {
        countsAsEvidence: token.seen,
      });
    }
    return undefined;
  },
  applied: (token) => ({
    name: 'resumed',
    token: {
      ...token,
      status: { is: 'ACTIVE', setBy: rules.resumes.id },
      suspendedBy: undefined,
      suspendedAt: undefined,
      wasResumed: true,
    },
    proves: [rules.resumes.id],
  }),
};

/** Resuming a token: only one that the merchant suspended (States and transitions; Errors). */
export function predictResume(state: ResourceState, call: Call, step: Step): Outcomes {
  return predictAction(resume, state, call, step);
}
