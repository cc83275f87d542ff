import { predictSuspend } from '../../../models/resource/tokens/suspend.ts';
import { suspendCodes, suspendRequest } from '../../../spec/resource/tokens/suspend.ts';
import type { Shape } from '../shape.ts';
import { actionOperation } from './actions.ts';

/** The intents of suspend: successes on ACTIVE tokens. */
export const suspendOperation: Shape = actionOperation({
  name: 'suspend',
  codes: suspendCodes,
  schema: suspendRequest,
  fits: (token) => token.status.is === 'ACTIVE',
  weight: 1,
  predict: predictSuspend,
});
