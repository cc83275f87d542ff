import { describe, expect, test } from 'vitest';
import { transitionGoal, type Goal } from '../../../engine/goals.ts';
import type { Execution } from '../../../engine/judge/execution.ts';
import type { Step } from '../../../engine/model.ts';
import type { PlannedSequence } from '../../../engine/plan/order.ts';
import { StagesShown } from '../../../suites/explore/stages-shown.ts';
import { machineNamed, type AnyMachine } from '../../../suites/explore/machines.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';

const machine = machineNamed('legacy', wholeSetup) as AnyMachine;
const steps: readonly Step[] = [{ id: 's1', operation: 'authorize', kind: 'approved', uses: {}, data: {} }];
const [sure, unsure, other, moment] = [
  transitionGoal('open', 'capture', 'captured in full'),
  transitionGoal('open', 'capture', 'captured, amount open'),
  transitionGoal('open', 'close', 'closed'),
  transitionGoal('open', 'pass-time', 'time passed'),
];
const rowOf = {
  sure: ['open', 'capture', 'captured in full'],
  unsure: ['open', 'capture', 'captured, amount open'],
};

function shownBy(
  executed: Partial<Execution<unknown, unknown, unknown, unknown>>,
  planned: Partial<PlannedSequence> = {},
) {
  const shown = new StagesShown(machine);
  const sequence = {
    steps,
    goals: [sure, unsure] as readonly Goal[],
    confirms: [sure],
    requests: 1,
    ...planned,
  };
  shown.note({ sequences: [sequence] } as unknown as Parameters<StagesShown['note']>[0]);
  const whole = { sequence: steps, performed: [], skipped: 0, transitions: new Set([sure, unsure]) };
  return shown.by({ ...whole, ...executed }).stages;
}

describe('what a sequence shows of the stages that its transitions lead to', () => {
  test('is confirmed where its plan has an audit behind them and the documents permit nothing else', () => {
    expect(shownBy({})).toEqual({ machine: 'legacy', confirmed: [rowOf.sure], open: [rowOf.unsure] });
  });

  test.each<[why: string, executed: Partial<Execution<unknown, unknown, unknown, unknown>>]>([
    [
      'an answer of it is wrong',
      { violation: { at: 'reply', operation: 'status', abstract: 'open', breaches: [] } },
    ],
    ['it ended without a verdict', { inconclusive: 'no answer' }],
    ['a step of it could not be taken', { skipped: 1 }],
  ])('is not confirmed where %s', (_, executed) => {
    expect(shownBy(executed)).toEqual({ machine: 'legacy', open: [rowOf.unsure], ended: [rowOf.sure] });
  });

  test.each<
    [
      why: string,
      executed: Partial<Execution<unknown, unknown, unknown, unknown>>,
      planned?: Partial<PlannedSequence>,
    ]
  >([
    ['a transition that its plan did not aim at', { transitions: new Set([other]) }],
    ['a sequence that no plan has made', { sequence: [], transitions: new Set([other]) }],
  ])('is nothing of %s', (_, executed) => {
    expect(shownBy(executed)).toEqual({ machine: 'legacy', unseen: [['open', 'close', 'closed']] });
  });

  test('leaves out moves of the clock, which are no requests', () => {
    expect(machine.operations.find(({ name }) => name === moment.operation)?.control).toBe(true);
    expect(shownBy({ transitions: new Set([moment]) })).toBeUndefined();
  });

  test('names a transition that nothing shows once', () => {
    const shown = new StagesShown(machine);
    const executed = { sequence: [], performed: [], skipped: 0, transitions: new Set([other]) };
    expect([shown.by(executed), shown.by(executed)].map(({ stages }) => stages?.unseen?.length)).toEqual([
      1,
      undefined,
    ]);
  });
});
