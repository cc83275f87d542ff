import type { Machine } from '../../../engine/machine.ts';
import type { Classed } from '../../../engine/plan/category-coverage.ts';
import type { Payment, ResourceState } from '../../../models/resource/state.ts';
import type { Setup } from '../../../models/setup.ts';
import { plannedShapes } from '../../inputs/order.ts';
import { isOpen, isUsable, paymentsOf, tokensOf } from '../attempts.ts';
import type { ResourceOperation } from '../operations.ts';

type Inputs = NonNullable<Machine<ResourceState, never, never>['inputs']>;

/** Operations that give a token to a sequence. */
const ofTokens = ['issue-token', 'adopt-token'] as const;

/**
 * An order of each shape, and what shows how a target computes with it: its capture, and refunds of a part and of the rest, each after one of
 * more than is left.
 */
export function orderInputs(setup: Setup, operations: readonly ResourceOperation[]): Inputs {
  const shapes = plannedShapes('resource', setup);
  const ofToken = (name: string) => (state: ResourceState) =>
    (operations.find((one) => one.name === name)?.attempts(state) ?? []).map((attempt): Classed => [
      attempt,
      { class: attempt.kind, role: 'begin' },
    ]);
  return {
    ...Object.fromEntries(ofTokens.map((name) => [name, ofToken(name)])),
    create: (state) => {
      const token = tokensOf(state).find(([, one]) => isUsable(one));
      if (token === undefined || paymentsOf(state).length > 0) return [];
      return shapes.map((kind): Classed => [
        { kind, uses: { token: token[0] } },
        { class: kind, role: 'begin' },
      ]);
    },
    capture: (state) =>
      paymentsOf(state).flatMap(([payment, one]): readonly Classed[] =>
        isOpen(one) && one.captures.length === 0
          ? [
              [
                { kind: 'empty object', uses: { payment } },
                { class: 'captured', role: 'change', of: payment },
              ],
            ]
          : [],
      ),
    refund: (state) => paymentsOf(state).flatMap(([payment, one]) => refundsOf(payment, one)),
  };
}

const refundsInTurn = ['part', 'remaining'] as const;

function refundsOf(payment: string, { captures: [capture], refunds }: Payment): readonly Classed[] {
  const next = refundsInTurn[refunds.length];
  if (capture === undefined || next === undefined) return [];
  const uses = { payment, capture: capture.step };
  const turn = refunds.length + 1;
  return [
    [
      { kind: 'remaining+0.01', uses, negative: true },
      { class: `remaining+0.01, ${turn}`, role: 'probe', of: payment },
    ],
    [
      { kind: next, uses },
      { class: next, role: 'change', of: payment },
    ],
  ];
}
