import { expect, it } from 'vitest';
import { openInbox } from '../../../harness/receiver/inbox.ts';
import type { Setup } from '../../../models/setup.ts';
import type { ApiCall, Reply } from '../../../models/wire.ts';
import { probeWebhook } from '../../../suites/availability/watch.ts';

const setup = {
  means: new Set(),
  personas: { approve: { email: 'approve@example.test', phone: '08000000001' } },
  amount: { min: 100, max: 50_000 },
} as unknown as Setup;

const deadlineMs = 30_000;
const usualMs = 3000;

interface Sender {
  /** Operations whose events are told. */
  readonly tells: readonly string[];
  /** False until the URL is set again. */
  readonly knowsUrl?: boolean;
  /** True: what is told comes only once the usual time is over. */
  readonly isLate?: boolean;
}

/** What a probe of such a sender finds, and the waits that were not over at once, ms. */
async function probed({ tells, knowsUrl = true, isLate = false }: Sender) {
  const inbox = openInbox();
  const waits: number[] = [];
  const late: string[] = [];
  let hasUrl = knowsUrl;
  let made = 0;
  const tell = (id: string): void => {
    const body = { payment_id: id };
    inbox.add({ body, text: JSON.stringify(body), contentType: '', receivedAt: made });
  };
  const reply = (body: unknown) => ({ reply: { http: 200, body } as unknown as Reply });
  const found = await probeWebhook({
    setup,
    inbox: {
      ...inbox,
      waitFor: (held, ms) => {
        if (held()) return Promise.resolve(true);
        waits.push(ms);
        if (ms === deadlineMs) for (const id of late.splice(0)) tell(id);
        return Promise.resolve(held());
      },
    },
    deadlineMs,
    usualMs,
    ask: (call: ApiCall) => {
      const given = (call.body as { readonly payment_id?: string }).payment_id;
      const id = given ?? `payment-${(made += 1)}`;
      const isTold = hasUrl && tells.includes(call.operation);
      if (isTold && isLate) late.push(id);
      else if (isTold) tell(id);
      return Promise.resolve(reply({ status: `${call.operation}_success`, payment_id: id }));
    },
    setUrl: () => {
      hasUrl = true;
      return Promise.resolve();
    },
  });
  return { found, waits };
}

it.each([
  ['that tells each event has its URL, which nobody waits for', { tells: ['authorize'] }, 'kept', []],
  ['that tells of closings alone has its URL, which nobody waits for', { tells: ['close'] }, 'kept', []],
  [
    'that is late has its URL',
    { tells: ['authorize', 'close'], isLate: true },
    'kept',
    [usualMs, deadlineMs],
  ],
  [
    'that sends nothing before its URL is set again had forgotten it',
    { tells: ['authorize'], knowsUrl: false },
    'forgotten',
    [usualMs, deadlineMs],
  ],
  ['that never tells anything is silent, after one deadline', { tells: [] }, 'silent', [usualMs, deadlineMs]],
] as const)('a target %s', async (_, sender, found, waits) => {
  expect(await probed(sender)).toEqual({ found, waits });
});
