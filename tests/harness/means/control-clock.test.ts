import { describe, expect, it } from 'vitest';
import { clockOffset, checkControlClock, openControl } from '../../../harness/means/control.ts';
import { openGate } from '../../../harness/pace/limits.ts';
import { SettingsError } from '../../../harness/settings/settings-error.ts';
import { serve } from '../local-server.ts';
import { sampleTarget } from '../settings/sample-target.ts';

const hourMs = 3_600_000;

/** A target whose control tells a clock that is so far from ours at reading n. */
async function telling(off: (n: number) => number) {
  let n = 0;
  const url = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ now: new Date(Date.now() + off((n += 1))).toISOString() }));
  });
  return sampleTarget(url, { control: { url: `${url}/control` } });
}

describe('the clock of a control interface', () => {
  it.each([
    ['as ours', () => 0],
    ['hours ahead', () => 7 * hourMs],
    ['hours behind', () => -7 * hourMs],
    ['moved once by another user', (n: number) => (n < 2 ? 0 : hourMs)],
  ] as const)('is taken where it is %s', async (_what, off) => {
    const target = await telling(off);
    const control = openControl(target);
    await expect(checkControlClock(control, target)).resolves.toBeTypeOf('number');
    await control.close();
  });

  it.each([
    ['jumps to and fro', (n: number) => (n % 2 === 0 ? 1 : -1) * 100 * hourMs],
    ['runs backwards', (n: number) => -n * hourMs],
  ] as const)('is a wrong setting where it %s, for certify and for doctor', async (_what, off) => {
    const target = await telling(off);
    const control = openControl(target);
    await expect(checkControlClock(control, target)).rejects.toThrow(SettingsError);
    await control.close();
    expect(await clockOffset(target, ['clock.read'], openGate(target.limits))).toMatchObject({
      part: 'clock',
      verdict: 'wrong',
    });
  });
});
