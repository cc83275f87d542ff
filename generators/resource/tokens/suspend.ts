import { predictSuspend } from '../../../models/resource/tokens/suspend.ts';
import type { Setup } from '../../../models/setup.ts';
import { suspendCodes, suspendRequest } from '../../../spec/resource/tokens/suspend.ts';
import type { ResourceOperation } from '../operations.ts';
import { actionOperation } from './actions.ts';

/** The intents of suspend: successes on ACTIVE tokens. */
export function suspendOperation(setup: Setup): ResourceOperation {
  return actionOperation(
    {
      name: 'suspend',
      codes: suspendCodes,
      schema: suspendRequest,
      fits: (token) => token.status.is === 'ACTIVE',
      weight: 1,
      predict: predictSuspend,
    },
    setup,
  );
}
