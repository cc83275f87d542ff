import { tokenUsed } from '../../../models/resource/state.ts';
import { predictDelete } from '../../../models/resource/tokens/delete.ts';
import type { Setup } from '../../../models/setup.ts';
import { deleteCodes, deleteRequest } from '../../../spec/resource/tokens/delete.ts';
import type { Shape } from '../shape.ts';
import { actionOperation, isOtherReason } from './actions.ts';

/** The intents of delete. Seldom successful, since nothing follows a deletion: never by chance where no token can be issued. */
export const deleteOperation = ({ means }: Setup): Shape => ({
  ...actionOperation({
    name: 'delete',
    codes: deleteCodes,
    schema: deleteRequest,
    fits: (token) => token.status.is !== 'DELETED',
    weight: 0.3,
    predict: predictDelete,
  }),
  ...(!means.has('tokens.issue') && {
    spends: {
      what: (state, uses) => {
        const token = tokenUsed(state, uses);
        return token === undefined || token.status.is === 'DELETED' ? undefined : 'token';
      },
      refused: isOtherReason,
    },
  }),
});
