import { machine } from '../../../engine/build/build.ts';
import { eventually } from '../../../engine/build/expect.ts';
import type { System } from '../../../engine/check/systems.ts';

interface Job {
  readonly status: 'none' | 'submitted' | 'done';
  readonly version: string;
}

const none: Job = { status: 'none', version: '' };

/** A job that takes a while, with a version that the system chooses. */
export const jobs = machine({
  name: 'jobs',
  state: none,
  operations: ({ operation, expect }) => [
    operation('submit', {
      when: ({ status }) => status === 'none',
      call: () => ({ op: 'submit' }),
      expect: () =>
        expect
          .status(202)
          .body({ version: expect.any(String) })
          .then(({ body }) => ({ status: 'submitted', version: body.version })),
    }),
    operation('result', {
      when: ({ status }) => status !== 'none',
      call: () => ({ op: 'result' }),
      expect: ({ version }) =>
        eventually(expect.status(200).body({ status: 'done', version }).then({ status: 'done', version }), {
          every: 100,
          within: 1000,
        }),
    }),
  ],
});

/** A system that is done after so long on a clock of its own, and notes what it was made to wait. */
export function jobsDriver({
  takesMs,
  waits = [],
  changesVersion = false,
}: {
  readonly takesMs: number;
  readonly waits?: number[];
  /** It shows another version later. */
  readonly changesVersion?: boolean;
}): System<{ readonly op: string }> {
  let nowMs = 0;
  let endsMs = Infinity;
  return {
    wait: (ms) => {
      waits.push(ms);
      nowMs += ms;
    },
    send: ({ op }) => {
      if (op === 'submit') {
        endsMs = nowMs + takesMs;
        return { status: 202, body: { version: 'v1' } };
      }
      if (endsMs === Infinity && takesMs !== Infinity) return { status: 404 };
      return {
        status: 200,
        body: { status: nowMs < endsMs ? 'running' : 'done', version: changesVersion ? 'v2' : 'v1' },
      };
    },
  };
}
