import { describe, expect, test } from 'vitest';
import { transitionGoal, type Goal, type TransitionGoal } from '../../../engine/goals.ts';
import type { Execution } from '../../../engine/judge/execution.ts';
import type { Sequence, Step } from '../../../engine/model.ts';
import type { PlannedSequence } from '../../../engine/plan/order.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import type { Attempt } from '../../../engine/machine.ts';
import { operationNamed } from '../../../engine/operations.ts';
import { audit } from '../../../engine/walk/audit.ts';
import { confirmedBy } from '../../../engine/walk/confirmed.ts';
import { drawing } from '../../../engine/walk/simulate-step.ts';
import { presume } from '../../../engine/walk/walk.ts';
import { noWindows } from '../../../engine/walk/windows.ts';
import { Met, StagesShown } from '../../../suites/explore/stages-shown.ts';
import { machineNamed, type AnyMachine } from '../../../suites/explore/machines.ts';
import { wholeSetup } from '../../support/setups/legacy-setup.ts';

const machine = machineNamed('legacy', { ...wholeSetup, exclusive: false }) as AnyMachine;
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

/** A payment that is captured, and a status that is refused, with the audit behind them, as a target that accepts each step has answered them. */
const audited = sequenceWithAudit();
const ofAudit = confirmedBy(machine, audited) ?? { transitions: [], windows: noWindows() };

function sequenceWithAudit(): Sequence {
  const draw = drawing(seededRandom(1));
  const made: Step[] = [];
  let state = machine.initial;
  const take = ({ name, draw: literals }: AnyMachine['operations'][number], { kind, uses }: Attempt) => {
    const data = literals?.({ kind, uses }, state, draw);
    const step = {
      id: `s${made.length + 1}`,
      operation: name,
      kind,
      uses,
      ...(data !== undefined && { data }),
    };
    const next = presume(machine, state, step);
    if (next === undefined) return;
    made.push(step);
    ({ state } = next);
  };
  for (const [name, wanted] of [
    ['authorize', undefined],
    ['capture', undefined],
    ['status', 'id never issued'],
  ] as const) {
    const operation = operationNamed(machine, name);
    const isWanted = ({ kind, negative }: Attempt) =>
      wanted === undefined ? negative !== true : kind === wanted;
    const attempt = operation?.attempts(state).find(isWanted);
    if (operation !== undefined && attempt !== undefined) take(operation, attempt);
  }
  audit(machine, () => state, take);
  return made;
}
const rowsOf = ({ stage, operation, outcome }: TransitionGoal) => [stage, operation, outcome];
const accepted = { reply: { http: 200, body: { status: 'capture_success' } } };
const drawn = {
  sequence: audited,
  performed: audited.map((step) => ({ step, observation: accepted })),
  skipped: 0,
  transitions: new Set(ofAudit.transitions),
} as unknown as Parameters<StagesShown['by']>[0];

describe('the windows that a sequence has met', () => {
  const twoOf = (how: ConstructorParameters<typeof StagesShown>[1], of = drawn) =>
    Object.values(new StagesShown(machine, how).by(of).windows?.two ?? {}).flat();

  test('are all that were accepted, and in nights only those that its audit confirms', () => {
    const confirmed = [...ofAudit.windows.two.keys()];
    expect(twoOf({ countsConfirmed: true }).toSorted()).toEqual(confirmed.toSorted());
    expect(twoOf({}).length).toBeGreaterThan(confirmed.length);
  });

  test('are none in nights where it did not come to its end', () => {
    expect(twoOf({ countsConfirmed: true }, { ...drawn, skipped: 1 })).toEqual([]);
  });
});

test('what sequences have met is not sought again, and what is drawn only behind that may be', () => {
  const met = new Met();
  const record = new StagesShown(machine, { countsConfirmed: true }).by(drawn);
  met.note(record);
  const { windows, confirmed } = met.with(noWindows(), machine.name);
  expect(windows).toEqual(ofAudit.windows);
  expect([...confirmed].map(rowsOf)).toEqual(record.stages?.confirmed);
  windows.two.set('drawn', 'close');
  confirmed.clear();
  const again = met.with({ two: new Map([['before', 'close']]), three: new Map() }, machine.name);
  expect(met.with(noWindows(), 'another')).toEqual({ windows: noWindows(), confirmed: new Set() });
  expect([...again.windows.two.keys()]).toEqual(['before', ...ofAudit.windows.two.keys()]);
  expect(again.confirmed.size).toBeGreaterThan(0);
});

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

  test('is confirmed where a random sequence ends in the audit that shows it, once', () => {
    const shown = new StagesShown(machine);
    expect([shown.by(drawn), shown.by(drawn)].map(({ stages }) => stages)).toEqual([
      { machine: 'legacy', confirmed: [...ofAudit.transitions].map(rowsOf) },
      undefined,
    ]);
  });

  test('leaves out moves of the clock, which are no requests', () => {
    const withClock = machineNamed('legacy', wholeSetup) as AnyMachine;
    expect(operationNamed(withClock, moment.operation)?.control).toBe(true);
    const executed = { sequence: [], performed: [], skipped: 0, transitions: new Set([moment]) };
    expect(new StagesShown(withClock).by(executed)).toEqual({});
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
