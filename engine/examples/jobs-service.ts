import type { Call, Reply } from './call.ts';

/** What can be wrong with the queue. */
export const jobsFaults = [
  'the third job is never run',
  'a cancelled job is run',
  'a job that is done can be cancelled',
  'a job has the result of the one before',
] as const;
export type JobsFault = (typeof jobsFaults)[number];

interface Job {
  readonly id: string;
  readonly text: string;
  readonly dueMs: number;
  readonly isCancelled: boolean;
}

/** How long a job takes, ms. */
const takesMs = 300;

/** A queue of jobs, which count the letters of a text, on a clock that only `wait` moves. */
export function jobsService(fault?: JobsFault) {
  const jobs: Job[] = [];
  let nowMs = 0;

  const submit = (text: string): Reply => {
    // One after another.
    const before = jobs.filter(({ isCancelled }) => !isCancelled).at(-1)?.dueMs ?? 0;
    const isStuck = fault === 'the third job is never run' && jobs.length === 2;
    const id = `job-${jobs.length + 1}`;
    jobs.push({
      id,
      text,
      dueMs: isStuck ? Infinity : Math.max(nowMs, before) + takesMs,
      isCancelled: false,
    });
    return { status: 202, body: { id } };
  };

  const statusOf = ({ dueMs, isCancelled }: Job) => {
    if (isCancelled && fault !== 'a cancelled job is run') return 'cancelled';
    return dueMs <= nowMs ? 'done' : isCancelled ? 'cancelled' : 'waiting';
  };

  const show = (job: Job): Reply => {
    const status = statusOf(job);
    const of =
      fault === 'a job has the result of the one before' ? (jobs[jobs.indexOf(job) - 1] ?? job) : job;
    return { status: 200, body: { status, ...(status === 'done' && { letters: of.text.length }) } };
  };

  const cancel = (job: Job): Reply => {
    const isDone = statusOf(job) === 'done';
    if (isDone && fault !== 'a job that is done can be cancelled') return { status: 409 };
    jobs[jobs.indexOf(job)] = { ...job, isCancelled: true };
    return { status: 200, body: { status: 'cancelled' } };
  };

  return {
    wait: (ms: number) => {
      nowMs += ms;
    },
    send: async ({ method, path, body = {} }: Call): Promise<Reply> => {
      const [, , id = ''] = path.split('/');
      if (method === 'POST') return submit(String(body['text']));
      const job = jobs.find((one) => one.id === id);
      if (job === undefined) return { status: 404 };
      return method === 'DELETE' ? cancel(job) : show(job);
    },
  };
}
