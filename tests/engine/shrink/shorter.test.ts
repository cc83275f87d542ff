import { describe, expect, test } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Machine, Operation } from '../../../engine/machine.ts';
import type { Sequence, Step } from '../../../engine/model.ts';
import { replaceSetup, shrink } from '../../../engine/shrink/shrink.ts';

type Doors = Readonly<Record<string, 'asked' | 'open'>>;

const answered = {
  cites: ['answers'],
  test: (reply: string) => (reply === 'ok' ? [] : [{ rule: 'answers', expected: 'ok', received: reply }]),
};

/** A door is opened at once, or asked for and then granted; behind it there is something to look at. */
const doors: Machine<Doors, string, string> = {
  name: 'doors',
  initial: {},
  abstract: (state, { door }) => state[door ?? ''] ?? 'none',
  operations: [
    operation('open', undefined, 'open'),
    operation('ask', undefined, 'asked'),
    operation('grant', 'asked', 'open'),
    operation('look', 'open', undefined),
    operation('knock', 'open', undefined),
  ],
};

function operation(
  name: string,
  needs: Doors[string] | undefined,
  makes: Doors[string] | undefined,
): Operation<Doors, string, string> {
  return {
    name,
    attempts: (state) =>
      needs === undefined
        ? [{ kind: 'plain', uses: {} }]
        : Object.keys(state)
            .filter((door) => state[door] === needs)
            .map((door) => ({ kind: 'plain', uses: { door } })),
    resolve: (state, { uses }) =>
      needs === undefined || state[uses['door'] ?? ''] === needs ? name : undefined,
    predict: (state, _call, { id }) => [
      { name, checks: [answered], next: () => (makes === undefined ? state : { ...state, [id]: makes }) },
    ],
  };
}

const step = (id: string, name: string, door?: string): Step => ({
  id,
  operation: name,
  kind: 'plain',
  uses: door === undefined ? {} : { door },
});
const granted = [step('s1', 'ask'), step('s2', 'grant', 's1'), step('s3', 'look', 's2')];

/** Shrinks a sequence on a target where looking fails. */
async function smallest(sequence: Sequence, instead: readonly Sequence[] = []) {
  const tried: string[] = [];
  const run = (steps: Sequence) =>
    execute(doors, steps, { send: async (call) => ({ reply: call === 'look' ? 'no' : 'ok' }) });
  const { execution } = await shrink(await run(sequence), {
    machine: doors,
    instead,
    run: async (candidates, phase) => {
      if (phase === 'shrink') tried.push(...candidates.map(namesOf));
      return Promise.all(candidates.map(run));
    },
    width: 1,
    budget: 50,
    stop: () => false,
  });
  return { tried, steps: namesOf(execution.performed.map(({ step: performed }) => performed)) };
}

const namesOf = (steps: Sequence) => steps.map(({ operation: name }) => name).join(' ');

describe('the setup of a failing sequence', () => {
  test('is replaced by one step that creates the same entity', async () => {
    expect([...replaceSetup(doors, granted)].map(namesOf)).toEqual(['open look']);
    expect((await smallest(granted)).steps).toBe('open look');
  });

  test('is kept when it has one step, or when the entity would be in another state', () => {
    expect([...replaceSetup(doors, [step('s1', 'open'), step('s2', 'look', 's1')])]).toEqual([]);
    expect([...replaceSetup(doors, granted.slice(0, 2))]).toEqual([]);
  });

  test('keeps the steps that other steps need', () => {
    const both = [...granted, step('s4', 'grant', 's1'), step('s5', 'look', 's4')];
    expect([...replaceSetup(doors, both)].map(namesOf)).toEqual([]);
  });
});

describe('a sequence that may fail in the same way', () => {
  const knocks = ['s2', 's3', 's4', 's5', 's6', 's7'].map((id) => step(id, 'knock', 's1'));
  const long = [step('s1', 'open'), ...knocks, step('s8', 'look', 's1')];
  const short = [step('s1', 'open'), step('s2', 'look', 's1')];

  test('is tried instead of the long one, and saves the candidates between', async () => {
    const alone = await smallest(long);
    const led = await smallest(long, [short]);
    expect([alone.steps, led.steps]).toEqual(['open look', 'open look']);
    expect(led.tried[0]).toBe('open look');
    expect(led.tried.length).toBeLessThan(alone.tried.length);
  });

  test('is dropped when it passes, and not tried when it is no shorter', async () => {
    const passing = [step('s1', 'open'), step('s2', 'knock', 's1')];
    expect((await smallest(long, [passing])).steps).toBe('open look');
    expect((await smallest(short, [granted])).tried).not.toContain('ask grant look');
  });
});
