import { predictDelete } from '../../../models/resource/tokens/delete.ts';
import { deleteCodes, deleteRequest } from '../../../spec/resource/tokens/delete.ts';
import type { Shape } from '../operations.ts';
import { actionOperation } from './actions.ts';

/** The intents of delete. Seldom successful, since nothing follows a deletion. */
export const deleteOperation: Shape = actionOperation({
  name: 'delete',
  codes: deleteCodes,
  schema: deleteRequest,
  fits: (token) => token.status.is !== 'DELETED',
  weight: 0.3,
  predict: predictDelete,
});
