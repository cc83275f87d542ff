import * as fc from 'fast-check';
import { machine } from '../build/build.ts';
import { eventually } from '../build/expect.ts';
import { jobsService, type JobsFault } from './jobs-service.ts';

interface Job {
  readonly letters: number;
  /** What was seen of it last: a job that waits may be done by now. */
  readonly seen: 'waiting' | 'done' | 'cancelled';
}
type Jobs = Readonly<Record<string, Job>>;
const none: Jobs = {};
const ids = (jobs: Jobs) => Object.keys(jobs);

/** A queue of jobs: each is done within a while, with its own result, unless it was cancelled before. */
export const jobQueue = machine({
  name: 'job queue',
  state: none,
  operations: ({ operation, expect }) => [
    operation('submit', {
      when: (jobs) => Object.keys(jobs).length < 4,
      inputs: { text: fc.string({ maxLength: 9 }) },
      call: ({ text }) => ({ method: 'POST', path: '/jobs', body: { text } }),
      expect: (jobs, { text }, made) =>
        expect
          .status(202)
          .body({ id: made })
          .then({ ...jobs, [made]: { letters: text.length, seen: 'waiting' } }),
    }),
    operation('cancel', {
      inputs: { id: ids },
      call: ({ id }) => ({ method: 'DELETE', path: `/jobs/${id}` }),
      expect: (jobs, { id }) => {
        const { letters = 0, seen } = jobs[id] ?? {};
        const done = expect.status(409).rule('what is done is not cancelled');
        const isDone = done.then({ ...jobs, [id]: { letters, seen: 'done' } });
        if (seen === 'done') return isDone;
        const without = { ...jobs, [id]: { letters, seen: 'cancelled' as const } };
        const cancelled = expect.status(200).body({ status: 'cancelled' }).then(without);
        return seen === 'cancelled' ? cancelled : [cancelled, isDone];
      },
    }),
    operation('result', {
      inputs: { id: ids },
      call: ({ id }) => ({ method: 'GET', path: `/jobs/${id}` }),
      expect: (jobs, { id }) => {
        const { letters = 0, seen } = jobs[id] ?? {};
        if (seen === 'cancelled')
          return expect.body({ status: 'cancelled' }).rule('what is cancelled is not run').sameState();
        const done = expect.status(200).body({ status: 'done', letters });
        return eventually(done.then({ ...jobs, [id]: { letters, seen: 'done' } }), {
          every: 100,
          within: 2000,
        });
      },
    }),
  ],
});

/** The driver: a queue of its own for each sequence, with a clock of its own. */
export const openJobs = (fault?: JobsFault) => () => jobsService(fault);
