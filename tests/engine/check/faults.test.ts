import { describe, expect, test } from 'vitest';
import { machine } from '../../../engine/build/build.ts';
import { tryFaults, type Fault } from '../../../engine/check/faults.ts';
import { functions, type System } from '../../../engine/check/systems.ts';
import type { Called } from '../../../engine/build/operation.ts';

/** Savings, by a model that looks at the balance, or at nothing but that there is one. */
const savings = (looks: boolean) =>
  machine({
    name: 'savings',
    state: 0,
    operations: ({ operation, expect: answer }) => [
      operation('save', {
        inputs: { amount: [1, 50] },
        expect: (held, { amount }) => answer.reply('saved').then(held + amount),
      }),
      operation('held', {
        reads: true,
        expect: (held) => answer.reply(looks ? held : answer.any(Number)).sameState(),
      }),
    ],
  });

const account = () => {
  let held = 0;
  return {
    save: (amount: number) => {
      held += amount;
      return 'saved';
    },
    held: () => held,
  };
};

const faults: Readonly<Record<string, Fault<Called>>> = {
  'fifty is not kept': { when: ({ args }) => args[0] === 50, skip: () => 'saved' },
  'the balance is one too many': { when: ({ name }) => name === 'held', reply: (held: number) => held + 1 },
  'the second call is refused': { when: (_, nth) => nth === 1, reply: () => 'refused' },
};

describe('faults before a sound system', () => {
  test('are all found by a model that looks at what they change', async () => {
    const tried = await tryFaults(savings(true), functions(account), faults, { seed: 1 });
    expect(tried).toEqual({ seed: 1, found: Object.keys(faults), missed: [], untried: [] });
  });

  test('show what a weak model does not look at', async () => {
    const never = { 'money is taken out': { when: ({ name }: Called) => name === 'take' } };
    const all = { ...faults, ...never };
    expect(await tryFaults(savings(false), functions(account), all, { seed: 1 })).toEqual({
      found: ['the second call is refused'],
      missed: ['fifty is not kept', 'the balance is one too many'],
      untried: ['money is taken out'],
      seed: 1,
    });
  });

  test('say nothing of a model where the system is not sound', async () => {
    const broken = functions(() => ({ ...account(), save: () => 'refused' }));
    await expect(tryFaults(savings(true), broken, faults, { seed: 1 })).rejects.toThrow(
      'savings is not as its model says',
    );
  });

  test('count the calls of a sequence in one system for all, which is closed in the end', async () => {
    let { send } = functions(account)();
    let closes = 0;
    const system: System<Called> & { reset(): unknown } = {
      send: (call) => {
        expect(closes).toBe(0);
        return send(call);
      },
      reset: () => ({ send } = functions(account)()),
      close: () => (closes += 1),
    };
    const { missed } = await tryFaults(savings(true), system, faults, { seed: 1 });
    expect({ missed, closes }).toEqual({ missed: [], closes: 1 });
  });
});
