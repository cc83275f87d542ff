import { describe, expect, it } from 'vitest';
import { execute } from '../../../engine/judge/execute.ts';
import type { Driver } from '../../../engine/judge/execution.ts';
import type { Observation, Sequence, Step } from '../../../engine/model.ts';
import { registerMachine, type RegisterCall, type RegisterReply } from '../machines/register.ts';

const steps = (...operations: readonly RegisterCall[]): Sequence =>
  operations.map((operation, index) => ({
    id: `s${index + 1}`,
    operation,
    kind: 'one',
    uses: operation === 'read' ? { at: `${index}` } : {},
  }));

/** A register that takes a moment to answer, and notes what is sent to it while. `wrongAt`: the step whose answer is wrong. `waits`: one that is not sent ahead. */
function register(wrongAt?: Step['id'], waits?: Step['id']) {
  let value = 0;
  let underWay = 0;
  let most = 0;
  const answered: string[] = [];
  const early = new Map<string, Promise<Observation<RegisterReply>>>();
  const ask = async (call: RegisterCall, { id }: Step): Promise<Observation<RegisterReply>> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, id === wrongAt ? 1 : 5));
    underWay -= 1;
    answered.push(id);
    const reply = value;
    if (call === 'add') value += 1;
    if (call === 'take') value = 0;
    return { reply: id === wrongAt ? 99 : call === 'add' ? value : reply };
  };
  const driver: Driver<RegisterCall, RegisterReply> = {
    send: (call, step) => early.get(step.id) ?? ask(call, step),
    ahead: (call, step) => {
      if (step.id === waits) return false;
      early.set(step.id, ask(call, step));
      return true;
    },
    settled: async () => void (await Promise.all(early.values())),
  };
  return { driver, early, answered, most: () => most };
}

const sequence = steps('add', 'read', 'read', 'read', 'take', 'read', 'add');

describe('reads that follow one another', () => {
  it('are sent together where that is asked for, and nothing else is', async () => {
    const { driver, early, most } = register();
    const { violation, performed } = await execute(registerMachine, sequence, driver, {
      readsTogether: true,
    });
    expect(violation).toBeUndefined();
    expect([...early.keys()]).toEqual(['s2', 's3', 's4', 's6']);
    expect(most()).toBe(3);
    expect(performed.map(({ step }) => step.id)).toEqual(sequence.map(({ id }) => id));
  });

  it('wait for one that must wait for its turn, since it may be what they rest on', async () => {
    const { driver, early, answered } = register(undefined, 's3');
    await execute(registerMachine, steps('add', 'read', 'read', 'read'), driver, { readsTogether: true });
    expect([...early.keys()]).toEqual(['s2', 's4']);
    expect(answered).toEqual(['s1', 's2', 's3', 's4']);
  });

  it('wait for their turn otherwise, as what is confirmed or replayed does', async () => {
    const { driver, early, most } = register();
    await execute(registerMachine, sequence, driver);
    expect([early.size, most()]).toEqual([0, 1]);
  });

  it('are judged in their order, and all have ended when the first wrong one ends the sequence', async () => {
    const { driver, answered } = register('s2');
    const { violation, performed } = await execute(registerMachine, sequence, driver, {
      readsTogether: true,
    });
    expect(violation?.operation).toBe('read');
    expect(performed.map(({ step }) => step.id)).toEqual(['s1', 's2']);
    expect(answered).toEqual(['s1', 's2', 's3', 's4']);
  });
});
