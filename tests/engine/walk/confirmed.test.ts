import { describe, expect, test } from 'vitest';
import { transitionGoal } from '../../../engine/goals.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Sequence, Step } from '../../../engine/model.ts';
import { seededRandom } from '../../../engine/seeded-random.ts';
import { confirmedBy } from '../../../engine/walk/confirmed.ts';
import { feasibleWindows } from '../../../engine/walk/feasible-windows.ts';
import { defaultWalk, nightlyWalk, walk, type WalkOptions } from '../../../engine/walk/walk.ts';
import { nothingDrawn } from '../../../engine/walk/weighted-choice.ts';
import { addAll, noWindows } from '../../../engine/walk/windows.ts';

type Doors = Readonly<Record<string, 'open' | 'shut' | 'locked'>>;

const moves: Readonly<Record<string, readonly [Doors[string], Doors[string]]>> = {
  shut: ['open', 'shut'],
  unshut: ['shut', 'open'],
  lock: ['shut', 'locked'],
  unlock: ['locked', 'shut'],
};
const ofDoors = (state: Doors) => Object.keys(state).map((door) => ({ kind: 'any', uses: { door } }));

/** Doors that are opened, shut and locked. A move that does not fit is refused, and knocking may shut an open door. */
const doors: Machine<Doors, string, string> = {
  name: 'doors',
  initial: {},
  abstract: (state, { door = '' }) => state[door] ?? 'none',
  changes: { entity: 'door', classOf: (operation) => operation },
  audit: [
    { operation: 'look', kind: 'any' },
    { operation: 'push', kind: 'any' },
  ],
  operations: [
    {
      name: 'make',
      attempts: () => [{ kind: 'new', uses: {} }],
      resolve: () => 'make',
      predict: (state, _call, { id }) => [
        { name: 'made', checks: [], next: () => ({ ...state, [id]: 'open' }) },
      ],
    },
    ...Object.entries(moves).map(([name, [from, to]]): (typeof doors.operations)[number] => ({
      name,
      attempts: (state) => ofDoors(state).map((one) => ({ ...one, negative: state[one.uses.door] !== from })),
      resolve: (state, { uses }) => (state[uses['door'] ?? ''] === undefined ? undefined : name),
      predict: (state, _call, { uses: { door = '' } }) =>
        state[door] === from
          ? [{ name: 'moved', checks: [], next: () => ({ ...state, [door]: to }) }]
          : [{ name: 'refused', refused: true, checks: [], next: () => state }],
    })),
    {
      name: 'knock',
      attempts: (state) => ofDoors(state).filter(({ uses }) => state[uses.door] === 'open'),
      resolve: (state, { uses }) => (state[uses['door'] ?? ''] === 'open' ? 'knock' : undefined),
      predict: (state, _call, { uses: { door = '' } }) => [
        { name: 'heard', checks: [], next: () => state },
        { name: 'shut', checks: [], next: () => ({ ...state, [door]: 'shut' }) },
      ],
    },
    ...(['look', 'push'] as const).map((name): (typeof doors.operations)[number] => ({
      name,
      ...(name === 'look' && { reads: true }),
      attempts: ofDoors,
      resolve: () => name,
      predict: (state) => [{ name, checks: [], next: () => state }],
    })),
  ],
};

const step = (id: string, operation: string, door?: string): Step => ({
  id,
  operation,
  kind: operation === 'make' ? 'new' : 'any',
  uses: door === undefined ? {} : { door },
});
const make = step('a', 'make');
const audit = [step('y', 'look', 'a'), step('z', 'push', 'a')];
const shown = (...steps: Sequence) => {
  const of = confirmedBy(doors, steps);
  return of && { transitions: [...of.transitions], windows: [...of.windows.two.keys()] };
};

describe('what the audit of a sequence confirms', () => {
  test('is the last change of an entity, with the window that it completes', () => {
    expect(shown(make, step('b', 'shut', 'a'), step('c', 'lock', 'a'), ...audit)).toEqual({
      transitions: [transitionGoal('shut', 'lock', 'moved')],
      windows: ['shut any, lock any'],
    });
  });

  test('is also what was refused or read behind it, and the last change of another entity', () => {
    const other = [step('d', 'make'), step('e', 'shut', 'd')];
    const audits = [audit[0], step('w', 'look', 'd'), audit[1], step('x', 'push', 'd')] as Sequence;
    expect(shown(make, step('b', 'lock', 'a'), ...other, ...audits)).toEqual({
      transitions: [
        transitionGoal('none', 'make', 'made'),
        transitionGoal('open', 'lock', 'refused'),
        transitionGoal('open', 'shut', 'moved'),
      ],
      windows: ['make new, shut any'],
    });
  });

  test('is no transition of which the documents permit another outcome', () => {
    expect(shown(make, step('b', 'knock', 'a'), ...audit)?.transitions).toEqual([]);
  });

  test.each<[why: string, steps: Sequence]>([
    ['has no audit', [make, step('b', 'shut', 'a')]],
    ['has a part of it', [make, step('b', 'shut', 'a'), step('y', 'look', 'a')]],
    ['goes on behind it', [make, ...audit, step('b', 'shut', 'a')]],
  ])('is nothing where the sequence %s', (_why, steps) => {
    expect(shown(...steps)).toBeUndefined();
  });
});

/** After how many requests of walks the audits have confirmed so many windows of two. */
function requestsToConfirm(size: number, options: Partial<WalkOptions>): number {
  const [random, drawn, windows] = [seededRandom(3), nothingDrawn(), noWindows()];
  let sent = 0;
  while (windows.two.size < size && sent < 5000) {
    const steps = walk(doors, random, drawn, { ...defaultWalk, coveringShare: 1, ...options });
    sent += steps.length;
    addAll(windows, confirmedBy(doors, steps)?.windows ?? noWindows());
  }
  return windows.two.size < size ? Infinity : sent;
}

describe('walks that end where they meet what no audit has confirmed', () => {
  const ends: Partial<WalkOptions> = { endsWhereNew: true, bystanderShare: 0 };

  test('confirm each feasible window of two changes, with fewer requests than others', () => {
    const { size } = feasibleWindows(doors).two;
    const needed = requestsToConfirm(size, ends);
    expect(needed).toBeLessThan(requestsToConfirm(size, { bystanderShare: 0 }));
    // Half of them take half of what others need.
    const [half, ofOthers] = [ends, { bystanderShare: 0 }].map((of) => requestsToConfirm(size / 2, of));
    expect(half).toBeLessThan((ofOthers ?? 0) / 2);
  });

  test('end, with the audit, at the first step of that kind', () => {
    const drawn = nothingDrawn();
    const steps = walk(doors, seededRandom(1), drawn, { ...defaultWalk, ...ends, coveringShare: 1 });
    expect(steps.map(({ operation }) => operation)).toEqual(['make', 'look', 'push']);
    expect([...drawn.confirmed]).toEqual([transitionGoal('none', 'make', 'made')]);
  });

  test('count as met only what their audit confirms, and nothing of other sequences', () => {
    const drawn = nothingDrawn();
    for (const coveringShare of [1, 0])
      for (let seed = 0; seed < 8; seed += 1) {
        const before = { two: new Set(drawn.windows.two.keys()), size: drawn.windows.two.size };
        const steps = walk(doors, seededRandom(seed), drawn, { ...defaultWalk, ...ends, coveringShare });
        const confirmed = confirmedBy(doors, steps)?.windows.two.keys() ?? [];
        expect(new Set(drawn.windows.two.keys())).toEqual(new Set([...before.two, ...confirmed]));
      }
  });

  test('are those of nights', () => {
    expect(nightlyWalk.endsWhereNew).toBe(true);
  });
});
