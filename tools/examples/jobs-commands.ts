import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Call, Reply } from '../../engine/examples/call.ts';

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
type Command = fc.AsyncCommand<Model, Real>;

class Submit implements Command {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  check = (model: Model) => model.length < 4;
  toString = () => `submit ${JSON.stringify(this.text)}`;
  async run(model: Model, { send }: Real) {
    const { text } = this;
    const { status, body } = await send({ method: 'POST', path: '/jobs', body: { text } });
    assert.equal(status, 202);
    model.push({ id: (body as { id: string }).id, letters: text.length, seen: 'waiting' });
  }
}

class Cancel implements Command {
  readonly of: number;
  constructor(of: number) {
    this.of = of;
  }
  check = (model: Model) => model.length > 0;
  toString = () => `cancel ${this.of}`;
  async run(model: Model, { send }: Real) {
    const job = model[this.of % model.length];
    assert(job);
    const { status, body } = await send({ method: 'DELETE', path: `/jobs/${job.id}` });
    if (status === 409 && job.seen === 'waiting') job.seen = 'done';
    if (job.seen === 'done') return assert.equal(status, 409);
    assert.deepEqual([status, body], [200, { status: 'cancelled' }]);
    job.seen = 'cancelled';
  }
}

class Result implements Command {
  readonly of: number;
  constructor(of: number) {
    this.of = of;
  }
  check = (model: Model) => model.length > 0;
  toString = () => `result ${this.of}`;
  async run(model: Model, { send, wait }: Real) {
    const job = model[this.of % model.length];
    assert(job);
    const ask = async () => (await send({ method: 'GET', path: `/jobs/${job.id}` })).body;
    let body = await ask();
    if (job.seen === 'cancelled') return assert.deepEqual(body, { status: 'cancelled' });
    for (let waited = 0; waited < 2000 && isWaiting(body); waited += 100) {
      wait(100);
      body = await ask();
    }
    assert.deepEqual(body, { status: 'done', letters: job.letters });
    job.seen = 'done';
  }
}

const isWaiting = (body: unknown) => (body as { status: string }).status === 'waiting';

const index = fc.nat({ max: 3 });
const commands = fc.commands([
  fc.string({ maxLength: 9 }).map((text) => new Submit(text)),
  index.map((of) => new Cancel(of)),
  index.map((of) => new Result(of)),
]);

/** Checks queues of jobs with commands of fast-check. Rejects where one is not as the model says. */
export const checkJobs = (open: () => Real, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(commands, (drawn) => fc.asyncModelRun(() => ({ model: [], real: open() }), drawn)),
    { seed },
  );
