import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../../engine/model.ts';
import type { Call, Reply } from '../../../models/wire.ts';
import { resourceCall } from '../../../models/right-calls.ts';
import { Consumers } from '../../../suites/sending/together/consumers.ts';
import { ListMoments } from '../../../suites/sending/together/list-moments.ts';

const list = resourceCall('token-list');
const reply = (body: unknown): Observation<Reply> => ({
  reply: { http: 200, body, contentType: '', text: '', sentAt: 0, receivedAt: 0 },
});

describe('lists of sequences that go side by side', () => {
  test('are sent at one moment, and each knows how many others there are', async () => {
    const lists = new ListMoments();
    const [first, second, third] = await Promise.all([lists.join(), lists.join(), lists.join()]);
    let underWay = 0;
    const send = async (): Promise<Observation<Reply>> => {
      underWay += 1;
      await nextTurn();
      return reply([]);
    };
    const made = [first, second].map(() => lists.make(list, send));
    await nextTurn();
    await nextTurn();
    expect(underWay).toBe(0);
    third.leave();
    const calls = (await Promise.all(made)).map(({ call }) => call);
    expect(calls).toEqual([
      { ...list, others: 1 },
      { ...list, others: 1 },
    ]);
    first.leave();
    expect((await lists.make(list, send)).call).toEqual(list);
    second.leave();
  });

  test('let nothing begin while they are under way', async () => {
    const lists = new ListMoments();
    const first = await lists.join();
    let answer = (): void => undefined;
    const made = lists.make(list, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return reply([]);
    });
    await nextTurn();
    await nextTurn();
    let hasBegun = false;
    const second = lists.join().then((member) => {
      hasBegun = true;
      return member;
    });
    await nextTurn();
    expect(hasBegun).toBe(false);
    answer();
    await made;
    (await second).leave();
    first.leave();
  });

  test('fail for all that wait where one can not be sent at all', async () => {
    const lists = new ListMoments();
    const all = await Promise.all([lists.join(), lists.join()]);
    const sends = [() => Promise.reject(new Error('broken')), () => Promise.resolve(reply([]))];
    const made = await Promise.allSettled(sends.map((send) => lists.make(list, send)));
    expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    all.forEach((member) => member.leave());
    (await lists.join()).leave();
  });

  test('put all that had begun in doubt where one of several got no answer, since it may count later', async () => {
    const lists = new ListMoments();
    const all = await Promise.all([lists.join(), lists.join()]);
    const answers = [reply([]), { lost: 'timeout' }];
    await Promise.all(answers.map((one) => lists.make(list, () => Promise.resolve(one))));
    expect(all.map((member) => member.doubt() === undefined)).toEqual([false, false]);
    all.forEach((member) => member.leave());
    expect((await lists.join()).doubt()).toBeUndefined();
  });
});

describe('consumers whose state a suite changes', () => {
  const issue: Call = { to: 'control', operation: 'issue-token', method: 'POST', path: '/tokens' };
  const step = { id: 's1', operation: 'issue-token', kind: 'plain', uses: {} };
  const driver = (id: string) => ({ send: () => Promise.resolve(reply({ consumer_id: id })) });

  test('are those of one sequence while it is under way: others are not judged, and they go one after another from then on', async () => {
    const consumers = new Consumers();
    const first = consumers.watching(driver('con_1'), 'first');
    const second = consumers.watching(driver('con_1'), 'second');
    expect(await first.send(issue, step)).toHaveProperty('reply');
    expect(consumers.areShared).toBe(false);
    expect(await second.send(issue, step)).toHaveProperty('lost');
    expect(consumers.areShared).toBe(true);
    // The rest of a batch begins before any batch goes one after another: the first may still change the consumer.
    const third = consumers.watching(driver('con_1'), 'third');
    expect(await third.send(issue, step)).toHaveProperty('lost');
    expect(await first.send(issue, step)).toHaveProperty('reply');
    await first.end?.();
    expect(await consumers.watching(driver('con_1'), 'fourth').send(issue, step)).toHaveProperty('reply');
    expect(await third.send(issue, step)).toHaveProperty('lost');
  });
});
