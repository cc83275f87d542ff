import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { answerOtherThreads, askOtherThread } from '../../../harness/given/ask-pin.ts';

/** A thread that asks, and tells what it was answered. */
const asks = `
  const { BroadcastChannel, parentPort } = require('node:worker_threads');
  const channel = new BroadcastChannel('payproof pin /a');
  channel.onmessage = ({ data }) => { parentPort.postMessage(data); channel.close(); };
  channel.postMessage('ask');
`;

it('a question from another thread is answered there, for its run alone', async () => {
  const asked: string[] = [];
  const answer = (run: string) => () => Promise.resolve({ pin: String(asked.push(run)) });
  const ends = [answerOtherThreads('/a', answer('/a')), answerOtherThreads('/b', answer('/b'))];
  const thread = new Worker(asks, { eval: true });
  expect(await once(thread, 'message')).toEqual([{ pin: '1' }]);
  expect(asked).toEqual(['/a']);
  for (const end of ends) end();
});

it('who asks is answered, also when the person could not be asked', async () => {
  const end = answerOtherThreads('/c', () => Promise.resolve({ pin: '4711' }));
  expect(await askOtherThread('/c')).toEqual({ pin: '4711' });
  end();
  const endOther = answerOtherThreads('/c', () => Promise.reject(new Error('no terminal')));
  expect(await askOtherThread('/c')).toEqual({ none: 'the PIN could not be asked for: Error: no terminal' });
  endOther();
});

it('who asks where no thread answers does not wait for ever', async () => {
  expect(await askOtherThread('/d', 1)).toEqual({ none: 'no person could be asked for the PIN' });
});
