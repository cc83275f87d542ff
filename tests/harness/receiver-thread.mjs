// A thread with one receiver: it tells the URL, closes the receiver when it is told to, and says so.
import { parentPort } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
const { startReceiver } = await import(process.env.RECEIVER ?? '../../harness/receiver.ts');
const receiver = await startReceiver({ listen: '127.0.0.1:0' });
parentPort.once('message', () => void receiver.close().then(() => parentPort.postMessage('closed')));
parentPort.postMessage(receiver.url);
