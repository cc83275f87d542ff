// Ends threads that hold a receiver while posts to wrong paths keep coming. Native code that fails there aborts the whole process.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

const [rounds, postsBefore] = [20, 100];
let posted = 0;

const request = (bytes) =>
  `POST /wrong HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
const bodies = [request(5).repeat(10), request(200_000)];

for (let round = 0; round < rounds; round += 1) {
  const thread = new Worker(new URL('receiver-thread.mjs', import.meta.url));
  const [url] = await once(thread, 'message');
  const port = Number(new URL(url).port);
  let going = true;
  let here = 0;
  const enough = withResolvers();
  const post = () => {
    if (!going) return;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('close', () => setImmediate(post));
    socket.on('connect', () => {
      socket.write(bodies[posted % bodies.length]);
      posted += 1;
      here += 1;
      if (here === postsBefore) enough.resolve();
    });
    socket.resume();
  };
  for (let count = 0; count < 30; count += 1) post();
  await enough.promise;
  const closed = once(thread, 'message');
  thread.postMessage('close');
  await closed;
  await thread.terminate();
  going = false;
}
process.stdout.write(`${rounds} rounds\n`);
process.exit(0);

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}
