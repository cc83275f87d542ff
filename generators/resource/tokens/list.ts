import type { ResourceState } from '../../../models/resource/state.ts';
import { predictTokenList } from '../../../models/resource/tokens/list.ts';
import { afterLostRead } from '../../../models/resource/tokens/learn.ts';
import type { Shape } from '../shape.ts';
import { tokensOf } from '../attempts.ts';

/** Listing tokens. Seldom, since the answer holds all tokens of the merchant. */
export const tokenListOperation: Shape = {
  name: 'token-list',
  reads: true,
  body: 'none',
  ordinary: 'plain',
  intents: (state) => {
    const kinds = new Set(tokensOf(state).map(([, { status }]) => status.is));
    return [
      ...[...kinds].map((is) => ({ kind: `holding ${is}`, uses: {}, weight: 0.15 })),
      ...(holdsSeveral(state) ? [{ kind: 'holding several', uses: {}, weight: 0.3 }] : []),
    ];
  },
  // Keys are checked first, so the answers to wrong ones are small.
  sound: () => ({}),
  predict: predictTokenList,
  unanswered: afterLostRead,
};

/** Whether tokens of this sequence alone show whose tokens a list holds. */
function holdsSeveral(state: ResourceState): boolean {
  const own = tokensOf(state).filter(([, { status, shared }]) => status.is !== 'DELETED' && !shared);
  return own.length > 1;
}
