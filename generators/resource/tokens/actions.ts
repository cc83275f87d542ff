import type { Attempt, Draw } from '../../../engine/machine.ts';
import type { Json } from '../../../engine/model.ts';
import { type ResourceState, type Token, walletOf, tokenUsed } from '../../../models/resource/state.ts';
import { sentence } from '../data.ts';
import type { Shape } from '../shape.ts';
import { first, onEach, tokensOf } from '../attempts.ts';

/** What differs between suspend, resume and delete. */
export interface ActionShape extends Pick<Shape, 'predict' | 'schema'> {
  readonly name: 'suspend' | 'resume' | 'delete';
  readonly codes: readonly string[];
  /** Whether a right request succeeds on a token. */
  fits(token: Token): boolean;
  /** Relative frequency of the successes. */
  readonly weight: number;
}

const wallets = ['wallet as issued', 'wallet left out'] as const;

/** The intents of a token operation: allowed reason codes, codes outside the list, wallet ids. */
export function actionOperation(shape: ActionShape): Shape {
  const { name, codes, weight } = shape;
  return {
    name,
    entity: 'token',
    ...(shape.schema !== undefined && { schema: shape.schema }),
    body: 'needed',
    ordinary: 'general',
    intents: (state) =>
      mine(state).flatMap((entry) =>
        onEach('token', [entry], (token): readonly Omit<Attempt, 'uses'>[] => {
          // With every reason, since a target may make an exception for one.
          if (!shape.fits(token))
            return codes.map((kind) => ({ kind, negative: true, weight: kind === 'general' ? 2 : 0.5 }));
          return [
            ...codes.map((kind) => ({ kind, weight })),
            ...wallets.map((kind) => ({ kind, weight: weight / 2 })),
            { kind: 'wallet empty', weight: weight / 10 },
            { kind: 'wallet of another', weight: weight / 10 },
            { kind: 'extra field', weight: weight / 10 },
            { kind: 'other reason code', negative: true },
            { kind: inCapitals, negative: true, weight: 0.7 },
            ...foreignTo(codes).map((code) => ({ kind: foreign(code), negative: true, weight: 0.7 })),
          ];
        }),
      ),
    sound: (state) => first('token', mine(state), (token) => shape.fits(token)),
    draw: (kind, _state, _uses, draw) => bodyFor(kind, draw, codes),
    marks: (state, { uses }) => {
      const token = tokenUsed(state, uses);
      return { $wallet: (token && walletOf(token)) ?? token?.walletShown ?? 'default' };
    },
    predict: shape.predict,
  };
}

/** Tokens of this sequence alone: other sequences may use those of the settings at the same time. */
const mine = (state: ResourceState) => tokensOf(state).filter(([, { shared }]) => !shared);

const inCapitals = 'reason code in capitals';

const everyCode = [
  'consumer.requested',
  'merchant.requested',
  'fraud.suspected',
  'fraud.detected',
  'subscription.expired',
  'general',
];

// Each has an attempt of its own, since a target may accept only one of them.
const foreign = (code: string): string => `code of another operation: ${code}`;
const foreignCodes = new Map(everyCode.map((code) => [foreign(code), code]));
const foreignTo = (codes: readonly string[]) => everyCode.filter((code) => !codes.includes(code));

/** Whether a kind has a reason code that no list allows, or that of another operation. */
export const isOtherReason = (kind: string): boolean => otherReasons.has(kind);
const otherReasons = new Set(['other reason code', inCapitals, ...everyCode.map((code) => foreign(code))]);

function bodyFor(kind: string, draw: Draw, codes: readonly string[]): Json {
  const code =
    kind === 'other reason code'
      ? 'weather.changed'
      : kind === inCapitals
        ? 'GENERAL'
        : (foreignCodes.get(kind) ?? (codes.includes(kind) ? kind : 'general'));
  const wallet =
    kind === 'wallet empty'
      ? ''
      : kind === 'wallet of another'
        ? 'no-such-wallet'
        : kind === 'wallet left out'
          ? undefined
          : '$wallet';
  return {
    ...(wallet !== undefined && { wallet_id: wallet }),
    reason: { code, description: draw(sentence) },
    ...(kind === 'extra field' && { comment: 'no field of any table' }),
  };
}
