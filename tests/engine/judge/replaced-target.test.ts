import { expect, test } from 'vitest';
import type { Failure } from '../../../engine/exploration.ts';
import {
  exploreQueue,
  queueDriver,
  type QueueCall,
  type QueueReply,
  type QueueState,
} from '../machines/queue.ts';

type QueueFailure = Failure<QueueState, QueueCall, QueueReply, never>;

/** The failures of a queue with a fault that is replaced by another server after so many sequences of the first confirmation. */
async function foundOn(replacedAfter: number): Promise<readonly QueueFailure[]> {
  const found: QueueFailure[] = [];
  const counter = { calls: 0 };
  let confirming = 0;
  let isSeen = false;
  await exploreQueue(counter, {
    driver: (_id, phase) => {
      const { send } = queueDriver({ capacity: 4 }, counter);
      if (phase === 'confirm') confirming += 1;
      const isOther = confirming > replacedAfter && !isSeen;
      const begunBefore = !isSeen;
      return {
        // The other server answers each call with rubbish, until a look has found that it is another one.
        send: (call, step) => (isOther ? Promise.resolve({ reply: 'empty' }) : send(call, step)),
        unjudged: () => (isSeen && begunBefore ? 'the target was away' : undefined),
        verifySameServer: () => {
          isSeen ||= isOther;
          return Promise.resolve(() => undefined);
        },
      };
    },
    seed: 7,
    runs: 60,
    onFailure: (failure) => found.push(failure),
  });
  return found;
}

test.each([0, 1, 2])(
  'a failure is no less sure when another server answers after %i of its confirmations',
  async (replacedAfter) => {
    const found = await foundOn(replacedAfter);
    expect(found.map(({ failed, outOf }) => failed === outOf)).toEqual([true]);
    expect(found[0]?.execution.violation?.breaches.map(({ rule }) => rule)).toEqual(['full-refuses']);
  },
);
