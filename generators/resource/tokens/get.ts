import { predictTokenGet } from '../../../models/resource/tokens/get.ts';
import { afterLostRead } from '../../../models/resource/tokens/learn.ts';
import type { Shape } from '../shape.ts';
import { first, onEach, tokensOf } from '../attempts.ts';

/** Reading a token. */
export const tokenGetOperation: Shape = {
  name: 'token-get',
  entity: 'token',
  reads: true,
  body: 'none',
  ordinary: 'plain',
  intents: (state) => onEach('token', tokensOf(state), () => ['plain']),
  sound: (state) => first('token', tokensOf(state), ({ status }) => status.is !== 'DELETED'),
  predict: predictTokenGet,
  unanswered: afterLostRead,
};
