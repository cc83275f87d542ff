import { afterEach, describe, expect, test, vi } from 'vitest';
import { instantIn } from '../../spec/forms.ts';

afterEach(() => vi.unstubAllEnvs());

const newYear = Date.UTC(2026, 0, 1);

describe.each(['UTC', 'Asia/Tokyo', 'Pacific/Honolulu', 'Asia/Kathmandu'])('on a machine in %s', (zone) => {
  test.each([
    ['2026-01-01T00:00:00Z', newYear],
    ['2026-01-01T09:00:00+09:00', newYear],
    ['2026-01-01T00:00:00', newYear],
    ['2026-01-01T00:00', newYear],
    ['2026-01-01 00:00:00.250', newYear + 250],
    ['2026-01-01', newYear],
    ['Thu, 01 Jan 2026 00:00:00 GMT', newYear],
    ['Thu Jan  1 00:00:00 2026', newYear],
    ['soon', Number.NaN],
    ['', Number.NaN],
  ])('%j is one instant, of UTC where it names no zone', (text, instant) => {
    vi.stubEnv('TZ', zone);
    expect(new Date(newYear).getTimezoneOffset() === 0).toBe(zone === 'UTC');
    expect(instantIn(text)).toBe(instant);
  });
});
