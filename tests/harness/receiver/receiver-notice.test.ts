import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { receiverClosed, tellReceiverClosed } from '../../../harness/receiver/receiver.ts';

/** A thread that ends once it has heard. */
const hears = `
  const { BroadcastChannel, parentPort } = require('node:worker_threads');
  const heard = new BroadcastChannel('payproof receiver /a');
  heard.onmessage = () => heard.close();
  parentPort.postMessage('ready');
`;

it('that a receiver is closed is told to the other threads of the process, for its run alone', async () => {
  const thread = new Worker(hears, { eval: true });
  await once(thread, 'message');
  const [own, other] = [receiverClosed('/a'), receiverClosed('/b')];
  tellReceiverClosed('/a');
  await own.closed;
  await once(thread, 'exit');
  const silence = new Promise((resolve) => setImmediate(() => resolve('silence')));
  expect(await Promise.race([other.closed, silence])).toBe('silence');
  own.release();
  other.release();
});
