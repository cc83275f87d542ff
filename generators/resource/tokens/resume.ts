import { predictResume } from '../../../models/resource/tokens/resume.ts';
import { resumeCodes, resumeRequest } from '../../../spec/resource/tokens/resume.ts';
import type { Shape } from '../shape.ts';
import { actionOperation } from './actions.ts';

/** The intents of resume: successes on tokens that the merchant suspended. */
export const resumeOperation: Shape = actionOperation({
  name: 'resume',
  codes: resumeCodes,
  schema: resumeRequest,
  fits: (token) => token.status.is === 'SUSPENDED' && token.suspendedBy !== 'consumer',
  weight: 1.5,
  predict: predictResume,
});
