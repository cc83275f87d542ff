import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';
import { checkCommands, command } from './commands.ts';

interface Job {
  readonly id: string;
  readonly letters: number;
  seen: 'waiting' | 'done' | 'cancelled';
}
type Model = Job[];
interface Real {
  send(call: Call): Promise<Reply>;
  wait(ms: number): void;
}
const hasOne = (model: Model) => model.length > 0;
function at(model: Model, index: number): Job {
  const job = model[index % model.length];
  assert(job);
  return job;
}

const submit = (text: string) =>
  command(
    `submit ${JSON.stringify(text)}`,
    (model: Model) => model.length < 4,
    async (model, { send }: Real) => {
      const { status, body } = await send({ method: 'POST', path: '/jobs', body: { text } });
      assert.equal(status, 202);
      model.push({ id: (body as { id: string }).id, letters: text.length, seen: 'waiting' });
    },
  );
const cancel = (of: number) =>
  command(`cancel ${of}`, hasOne, async (model, { send }: Real) => {
    const job = at(model, of);
    const { status, body } = await send({ method: 'DELETE', path: `/jobs/${job.id}` });
    if (status === 409 && job.seen === 'waiting') job.seen = 'done';
    if (job.seen === 'done') return assert.equal(status, 409);
    assert.deepEqual([status, body], [200, { status: 'cancelled' }]);
    job.seen = 'cancelled';
  });
const result = (of: number) =>
  command(`result ${of}`, hasOne, async (model, { send, wait }: Real) => {
    const job = at(model, of);
    const ask = async () => (await send({ method: 'GET', path: `/jobs/${job.id}` })).body;
    let body = await ask();
    if (job.seen === 'cancelled') return assert.deepEqual(body, { status: 'cancelled' });
    for (let waited = 0; waited < 2000 && isWaiting(body); waited += 100) {
      wait(100);
      body = await ask();
    }
    assert.deepEqual(body, { status: 'done', letters: job.letters });
    job.seen = 'done';
  });

const isWaiting = (body: unknown) => (body as { status: string }).status === 'waiting';

const index = fc.nat({ max: 3 });
export const checkJobs = checkCommands<Model, Real>(
  [fc.string({ maxLength: 9 }).map(submit), index.map(cancel), index.map(result)],
  () => [],
);
