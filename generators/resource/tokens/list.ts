import { predictTokenList } from '../../../models/resource/tokens/list.ts';
import type { Shape } from '../operations.ts';
import { tokensOf } from '../attempts.ts';

/** Listing tokens. Seldom, since the answer holds all tokens of the merchant. */
export const tokenListOperation: Shape = {
  name: 'token-list',
  method: 'GET',
  path: () => '/tokens/',
  reads: true,
  body: 'none',
  ordinary: 'plain',
  intents: (state) =>
    [...new Set(tokensOf(state).map(([, { status }]) => status.is))].map((is) => ({
      kind: `holding ${is}`,
      uses: {},
      weight: 0.15,
    })),
  // Keys are checked first, so the answers to wrong ones are small.
  sound: () => ({}),
  predict: predictTokenList,
};
