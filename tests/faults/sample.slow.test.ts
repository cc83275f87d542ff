import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { certificateIn, reproductionOf, startFaulty } from './faulty.ts';

/** One fault of each kind (that of a state is in script.test.ts), and the suite that finds it. All faults: `payproof faults --all`. */
const sample = [
  ['an amount', 'resource-capture-above-amount', 'resource/payments'],
  ['an id', 'resource-refund-names-payment', 'resource/payments'],
  ['a flag', 'legacy-capture-without-test', 'legacy/lifecycle'],
  ['a checksum', 'legacy-checksum-hex-only', 'legacy/lifecycle'],
  ['a key', 'resource-public-key-accepted', 'resource/payments'],
  ['an error object', 'resource-error-without-title', 'resource/payments'],
  ['a token', 'token-resume-active-accepted', 'resource/tokens'],
  ['a webhook', 'webhook-no-refund-success', 'webhooks/notifications'],
  ['a retry', 'webhook-2xx-taken', 'webhooks/retries'],
  ['an expiry', 'legacy-valid-29-days', 'legacy/lifecycle'],
  ['an overlap', 'resource-race-of-captures', 'resource/races'],
] as const;

/** Two at a time: each keeps a core busy, and more would only wait for each other. */
const two = pLimit(2);

// The replays run in this process; their output is not tested here.
beforeAll(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterAll(() => void vi.restoreAllMocks());

describe('a fault', { concurrent: true }, () => {
  test.each(sample)(
    'in %s, %s, is accused, and its reproduction fails on the faulty server only',
    { timeout: 240_000 },
    (_kind, id, suite) => two(() => accusedAndReplayed(id, suite)),
  );
});

async function accusedAndReplayed(id: string, suite: (typeof sample)[number][2]): Promise<void> {
  const { fault, certifyBy, replay, out, close } = await startFaulty(id);
  try {
    await certifyBy(suite);
    const { verdict, requirements } = certificateIn(out);
    expect(verdict).toBe('nonconformant');
    expect(requirements.find((one) => one.id === fault.requirement)?.verdict).toBe('fail');

    const file = reproductionOf(out, fault.requirement);
    expect(existsSync(file.replace(/\.json$/, '.sh'))).toBe(true);
    expect(await replay(file, 'faulty')).toBe(1);
    expect(await replay(file, 'sound')).toBe(0);
  } finally {
    await close();
  }
}
