import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { certificateIn, reproductionOf, startFaulty } from './faulty.ts';

/** One fault of each kind (that of a state is in script.test.ts), and the suites that find it. All faults: `payproof faults`. */
const sample = [
  ['an amount', 'resource-capture-above-amount', 'resource'],
  ['an id', 'resource-refund-names-payment', 'resource'],
  ['a flag', 'legacy-capture-without-test', 'legacy'],
  ['a checksum', 'legacy-checksum-hex-only', 'legacy'],
  ['a key', 'resource-public-key-accepted', 'resource'],
  ['an error object', 'resource-error-without-title', 'resource'],
  ['a token', 'token-resume-active-accepted', 'resource'],
  ['a webhook', 'webhook-no-refund-success', 'webhooks'],
  ['a retry', 'webhook-2xx-taken', 'webhooks'],
  ['an expiry', 'legacy-valid-29-days', 'legacy'],
  ['an overlap', 'resource-race-of-captures', 'resource'],
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
    (_kind, id, only) => two(() => accusedAndReplayed(id, only)),
  );
});

async function accusedAndReplayed(id: string, only: string): Promise<void> {
  const { fault, certify, replay, out, close } = await startFaulty(id);
  try {
    const certified = await certify(only);
    expect(certified.exit, certified.out + certified.err).toBe(1);
    const row = certificateIn(out).requirements.find((one) => one.id === fault.requirement);
    expect(row?.verdict, certified.out).toBe('fail');

    const file = reproductionOf(out, fault.requirement);
    expect(existsSync(file.replace(/\.json$/, '.sh'))).toBe(true);
    expect(await replay(file, 'faulty')).toBe(1);
    expect(await replay(file, 'sound')).toBe(0);
  } finally {
    await close();
  }
}
