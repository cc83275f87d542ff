import { expect, test } from 'vitest';
import { causeInThread, startThread, threadHeap } from '../../../cli/threads/threads.ts';

const thread = (source: string) =>
  startThread<{ readonly id: string }, { readonly id: string }>(
    new URL(`data:text/javascript,${encodeURIComponent(source)}`),
  );
const onQuestion = (then: string): string =>
  `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${then} });`;

test.each([
  ['throws', "throw new Error('out of luck')", 'out of luck'],
  ['ends', 'process.exit(3)', 'the thread ended with code 3'],
])('a thread that %s answers its open questions with the reason', async (_how, then, error) => {
  expect(await thread(onQuestion(then)).ask({ id: 'q1' })).toEqual({ id: 'q1', error });
});

test('a thread that has ended answers a question at once, with the reason', async () => {
  const ended = thread("throw new Error('out of luck')");
  expect(await ended.ask({ id: 'q1' })).toEqual({ id: 'q1', error: 'out of luck' });
  expect(await ended.ask({ id: 'q2' })).toEqual({ id: 'q2', error: 'out of luck' });
});

test.each([
  ['its own bound', threadHeap, '256 MB of memory'],
  ['that of Node, which is not known', {}, 'the memory that it may take'],
])('a thread that needs too much memory is told of %s', (_which, limits, words) => {
  const error = Object.assign(new Error('reached heap limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(causeInThread(error, limits)).toContain(words);
});
