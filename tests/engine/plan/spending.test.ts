import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../engine/exploration.ts';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { Step } from '../../../engine/model.ts';
import { plan } from '../../../engine/plan/plan.ts';

interface Glass {
  readonly taken: boolean;
  readonly broken: boolean;
}

const says = (rule: string, expected: string) => ({
  cites: [rule],
  test: (received: string) => (received === expected ? [] : [{ rule, expected, received }]),
});

/** Glasses that are given out: one can be rung as often as one likes, and broken once. */
const machine: Machine<Glass, string, string> = {
  name: 'glasses',
  initial: { taken: false, broken: false },
  abstract: ({ taken, broken }) => `${taken} ${broken}`,
  operations: [
    {
      name: 'take',
      attempts: ({ taken }) => (taken ? [] : [{ kind: 'any', uses: {} }]),
      resolve: () => 'take',
      predict: () => [{ name: 'taken', checks: [], next: () => ({ taken: true, broken: false }) }],
    },
    {
      name: 'ring',
      attempts: ({ taken }) => (taken ? [{ kind: 'any', uses: {} }] : []),
      resolve: ({ taken }) => (taken ? 'ring' : undefined),
      predict: (state) => [
        state.broken
          ? { name: 'dull', checks: [says('broken-is-dull', 'clack')], next: () => state }
          : { name: 'clear', checks: [says('rings', 'ping')], next: () => state },
      ],
    },
    {
      name: 'break',
      attempts: ({ taken, broken }) => (taken && !broken ? [{ kind: 'any', uses: {} }] : []),
      resolve: ({ taken }) => (taken ? 'break' : undefined),
      predict: (state) => [
        { name: 'broken', checks: [says('breaks', 'crash')], next: () => ({ ...state, broken: true }) },
      ],
      spends: ({ broken }) => (broken ? undefined : 'glass'),
    },
  ],
};

const rules = ['rings', 'breaks', 'broken-is-dull'];

/** Explores with so many glasses; broken ones sound as they should, or not. */
async function explored(glasses: number, broken: string) {
  let left = glasses;
  const sent: string[] = [];
  const failures: Failure<Glass, string, string, never>[] = [];
  const found = await explore({
    machine,
    driver: () => {
      let state = '';
      return {
        complete: (call) => {
          if (call !== 'take' || left > 0) return Promise.resolve({ call });
          return Promise.resolve({ none: 'no glass is left' });
        },
        end: () => {
          if (state === 'broken') left -= 1;
        },
        send: (call) => {
          sent.push(call);
          if (call === 'break') state = 'broken';
          const sounds: Record<string, string> = { take: 'ok', ring: 'ping', break: 'crash' };
          return Promise.resolve({
            reply: state === 'broken' && call === 'ring' ? broken : (sounds[call] ?? ''),
          });
        },
      };
    },
    seed: 1,
    runs: 20,
    rules,
    concurrency: 1,
    batch: 4,
    shrinkBudget: 50,
    bail: false,
    stop: () => false,
    requests: () => sent.length,
    onSequence: () => undefined,
    onFailure: (failure) => failures.push(failure),
  });
  return { sent, left, found };
}

describe('what can not be made again', () => {
  test('is used up last by a plan, in as few sequences as prove its rules', () => {
    const { sequences, spends, unreached } = plan(machine, { seed: 1, rules });
    expect(unreached).toEqual([]);
    expect(spends).toEqual({ glass: 1 });
    expect(sequences.map((one) => one.spends).at(-1)).toBe('glass');
    expect(sequences.slice(0, -1).flatMap(({ steps }) => steps.map(operation))).not.toContain('break');
  });

  test('is used up by no random walk, and after all of them', async () => {
    const { sent, left } = await explored(5, 'clack');
    expect(left).toBe(4);
    expect(sent.filter((call) => call === 'break')).toHaveLength(1);
    expect(sent.lastIndexOf('take')).toBe(sent.indexOf('break') - 1);
  });

  test('confirms a violation while some is left', async () => {
    const { found, left } = await explored(5, 'ping');
    expect(found.map(({ failed, outOf, unconfirmed }) => ({ failed, outOf, unconfirmed }))).toEqual([
      { failed: 2, outOf: 2, unconfirmed: undefined },
    ]);
    expect(left).toBeGreaterThan(0);
  });

  test('leaves a violation unconfirmed when nothing is left to run it on again', async () => {
    const { found } = await explored(1, 'ping');
    expect(found.map(({ unconfirmed }) => unconfirmed)).toEqual(['no glass is left']);
  });
});

const operation = (step: Step): string => step.operation;
