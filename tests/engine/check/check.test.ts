import { describe, expect, test } from 'vitest';
import { machine } from '../../../engine/build/build.ts';
import { check } from '../../../engine/check/check.ts';
import { Lost, functions } from '../../../engine/check/systems.ts';
import { accounts, openAccounts } from '../machines/accounts.ts';
import { jobs, jobsDriver } from '../machines/jobs.ts';

describe('polling', () => {
  test('asks again until it is done, on the clock of the system, and judges the last answer', async () => {
    const waits: number[] = [];
    expect((await check(jobs, () => jobsDriver({ takesMs: 450, waits }), { seed: 1 })).unproven).toEqual([]);
    expect(new Set(waits)).toEqual(new Set([100]));
  });

  test('accuses a system that is never done, after the longest wait', async () => {
    const waits: number[] = [];
    const found = check(jobs, () => jobsDriver({ takesMs: Infinity, waits }), { seed: 1 });
    await expect(found).rejects.toThrow('expected body.status "done", received body.status "running"');
    expect(waits.length).toBeGreaterThanOrEqual(10);
  });
});

describe('what is wrong with a driver', () => {
  test('is told as a fault of the driver, with the call, and not as one of the system', async () => {
    const typo = () => () => {
      throw new TypeError('x is not a function');
    };
    await expect(check(accounts, typo, { seed: 1 })).rejects.toThrow(
      'the driver threw for the call {"method":"POST","path":"/accounts"}: x is not a function',
    );
  });

  test('no answer at all is an error with its reason', async () => {
    const gone = () => () => {
      throw new Lost('connect ECONNREFUSED 127.0.0.1:1');
    };
    await expect(check(accounts, gone, { seed: 1 })).rejects.toThrow(
      /none of \d+ calls got an answer: connect ECONNREFUSED 127\.0\.0\.1:1/,
    );
  });

  test('what was wrong once, before nothing was answered any more, is said to be not confirmed', async () => {
    let isGone = false;
    const lamp = machine({
      state: 0,
      operations: ({ operation, expect: answer }) => [
        operation('press', { expect: () => answer.reply('on').rule('it goes on').sameState() }),
      ],
    });
    const dying = () => () => {
      if (isGone) throw new Lost('connection refused');
      isGone = true;
      return 'off';
    };
    await expect(check(lamp, dying, { seed: 1, races: 0, numRuns: 1 })).rejects.toThrow(
      'It was seen once, and is not confirmed: an answer was lost.',
    );
  });

  test('what never answers is lost after the timeout', async () => {
    const silent = () => () => new Promise(() => undefined);
    const settings = { seed: 1, timeoutMs: 1, numRuns: 1, races: 0 };
    await expect(check(accounts, silent, settings)).rejects.toThrow('no answer within 1 ms');
  });

  test('a driver that opens nothing is told what it is to open', async () => {
    const wrong = () => 'http://localhost' as never;
    await expect(check(accounts, wrong, { seed: 1 })).rejects.toThrow('{ send, reset }');
  });

  test('a function that the system has not is named', async () => {
    await expect(
      check(
        jobs as never,
        functions(() => ({})),
        { seed: 1 },
      ),
    ).rejects.toThrow('the system has no function "undefined"');
  });

  test('a path that is none says what one is', async () => {
    await expect(check(accounts, openAccounts(), { path: 'deposit' })).rejects.toThrow(
      'give the one that a failed check has printed',
    );
    await expect(check(accounts, openAccounts(), { path: '[["steal","plain",{}]]' })).rejects.toThrow(
      'accounts has no operation "steal"',
    );
  });
});

test('a path that the machine does not have any more is an error, and its system is closed', async () => {
  let closed = 0;
  const open = () => ({ send: openAccounts()(), close: () => (closed += 1) });
  const path = '[["open","plain",{},{}],["show","plain",{"account":"s2"},{}]]';
  await expect(check(accounts, open, { path })).rejects.toThrow("1 steps of the path can't be made");
  expect(closed).toBe(1);
});

describe('one system for all sequences', () => {
  test('is reset before each of them, and closed at the end', async () => {
    const counts = { resets: 0, closes: 0 };
    let send = openAccounts()();
    const system = {
      send: (call: Parameters<typeof send>[0]) => send(call),
      reset: () => {
        counts.resets += 1;
        send = openAccounts()();
      },
      close: () => (counts.closes += 1),
    };
    const { sequences, races } = await check(accounts, system, { seed: 1 });
    expect(counts).toEqual({ resets: sequences + races, closes: 1 });
  });
});

test('a rule that the model names and nothing proves fails the check where that is asked', async () => {
  const named = { ...accounts, rules: ['accounts can be closed'] };
  expect((await check(named, openAccounts(), { seed: 1 })).unproven).toEqual(['accounts can be closed']);
  await expect(check(named, openAccounts(), { seed: 1, allProven: true })).rejects.toThrow(
    'Never proven: accounts can be closed',
  );
});
