import { expect, it } from 'vitest';
import { explore } from '../../../engine/explore.ts';
import type { Machine } from '../../../engine/machine.ts';
import type { ExpectedNotification } from '../../../engine/model.ts';
import type { Notification } from '../../../models/wire.ts';
import { notificationSource, noDelays } from '../../../suites/run/notification-source.ts';
import { virtualTime } from '../virtual-time.ts';

interface Letters {
  readonly id: string;
  readonly sent: number;
}

/** Each letter expects a receipt of its own. Of several kinds of letters each has a rule about its receipts. */
const letters = (kinds: number): Machine<Letters, string, 'ok', Notification> => ({
  name: 'letters',
  initial: { id: '', sent: 0 },
  fresh: (id) => ({ id, sent: 0 }),
  abstract: () => '',
  routes: ({ id }) => [id],
  operations: Array.from({ length: kinds }, (_, kind) => ({
    name: `send-${kind}`,
    attempts: () => [{ kind: 'letter', uses: {} }],
    resolve: ({ id, sent }: Letters) => `${id} ${sent}`,
    predict: ({ id, sent }: Letters, call: string) => [
      {
        name: 'sent',
        checks: [],
        next: () => ({ id, sent: sent + 1 }),
        expects: () => [receipt(call, kinds === 1 ? ['receipt'] : ['receipt', `receipt-${kind}`])],
      },
    ],
  })),
});

const receipt = (letter: string, cites: readonly string[]): ExpectedNotification<Notification> => ({
  key: letter,
  least: 1,
  most: 1,
  cites,
  checks: [],
  matches: ({ text }) => text === letter,
});

const requestMs = 50;
const deadlineMs = 20_000;

interface Post {
  readonly delayMs: number;
  readonly runs: number;
  /** One receipt in so many never comes. Default: all come. */
  readonly lost?: number;
  /** Kinds of letters. Default: one. */
  readonly kinds?: number;
}

/** Explores a post whose receipts come within `delayMs`; gives the time that it took, and the failures. */
async function took({ delayMs, runs, lost = 0, kinds = 1 }: Post) {
  const time = virtualTime();
  const came = new Map<string, Notification[]>();
  const waiting = new Set<() => void>();
  let drivers = 0;
  let letter = 0;
  const deliver = (id: string, text: string): void => {
    const one = { body: {}, text, contentType: '', receivedAt: time.now() };
    came.set(id, [...(came.get(id) ?? []), one]);
    for (const look of waiting) look();
  };
  const notifications = notificationSource({
    deadlineMs,
    delays: noDelays(deadlineMs),
    time,
    inbox: {
      take: (ids) => ids.flatMap((id) => came.get(id) ?? []),
      forget: () => undefined,
      waitFor: (held, ms) =>
        new Promise((resolve) => {
          const end = (met: boolean): void => {
            waiting.delete(look);
            cancel();
            resolve(met);
          };
          const look = (): void => {
            if (held()) end(true);
          };
          waiting.add(look);
          const cancel = time.at(ms, () => end(held()));
          look();
        }),
    },
  });
  const failures = await explore({
    machine: letters(kinds),
    driver: () => {
      const nonce = `post-${(drivers += 1)}`;
      return {
        nonce,
        send: async (call: string) => {
          await time.sleep(requestMs);
          letter += 1;
          if (letter % lost !== 0) time.at((delayMs * (letter % 10)) / 9, () => deliver(nonce, call));
          return { reply: 'ok' as const };
        },
      };
    },
    notifications,
    seed: 1,
    runs,
    concurrency: 8,
    batch: 64,
    inFlight: 16,
    walk: { minSteps: 3, maxSteps: 5 },
    shrinkBudget: 20,
    stop: () => false,
    bail: false,
    requests: () => letter,
    onSequence: () => undefined,
    onFailure: () => undefined,
  });
  return { ms: time.now(), failures };
}

it.each([
  [40, 3],
  [640, 1.5],
])(
  'notifications that are up to 5 s late make a run of %i sequences longer by %f times that at most, since sequences wait together',
  async (runs, times) => {
    const delayMs = 5000;
    const calm = await took({ delayMs: 0, runs });
    const late = await took({ delayMs, runs });
    expect([...calm.failures, ...late.failures]).toEqual([]);
    expect((late.ms - calm.ms) / delayMs).toBeLessThanOrEqual(times);
  },
);

it('a notification that never comes is accused though many sequences wait together, and shrunk to one step', async () => {
  const { failures } = await took({ delayMs: 5000, runs: 200, lost: 1 });
  expect(failures.map(({ failed, outOf }) => [failed, outOf])).toEqual([[3, 3]]);
  expect(failures.map(({ execution }) => execution.performed.length)).toEqual([1]);
  expect(failures[0]?.execution.violation?.breaches.map(({ rule }) => rule)).toEqual(['receipt']);
});

it('a notification that is missing now and then is a flaky failure', async () => {
  const { failures } = await took({ delayMs: 5000, runs: 200, lost: 401 });
  expect(failures.length).toBeGreaterThan(0);
  for (const { failed, outOf } of failures) expect(failed).toBeLessThan(outOf);
});

it('a post that loses every seventh receipt is given up after few failures, whichever kinds of letters they happen to be of', async () => {
  const kinds = 6;
  const sound = await took({ delayMs: 50, runs: 400, kinds });
  const lossy = await took({ delayMs: 50, runs: 400, kinds, lost: 7 });
  expect(sound.failures).toEqual([]);
  expect(lossy.failures.length).toBeGreaterThan(0);
  expect(lossy.failures.length).toBeLessThanOrEqual(3 + kinds);
  expect((lossy.ms - sound.ms) / deadlineMs).toBeLessThanOrEqual(20);
});

it('a receipt that never comes costs two deadlines, and short waits while it is shrunk', async () => {
  const sound = await took({ delayMs: 50, runs: 200 });
  const silent = await took({ delayMs: 50, runs: 200, lost: 1 });
  expect(silent.failures.map(({ failed, outOf }) => [failed, outOf])).toEqual([[3, 3]]);
  expect((silent.ms - sound.ms) / deadlineMs).toBeLessThanOrEqual(2.4);
});
