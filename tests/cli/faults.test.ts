import { expect, test, vi } from 'vitest';
import { run } from '../../cli/main.ts';

const two = ['--fault', 'legacy-close-keeps-open', '--fault', 'resource-close-twice-accepted'];

test('faults tells of each fault whether its own requirement was blamed, in lines and as one object', async () => {
  const printed = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))));
  try {
    expect(await run(['faults', ...two, '--runs', '2', '--seed', '3', '--json'])).toBe(0);
  } finally {
    vi.restoreAllMocks();
  }
  const { faults, ...how } = JSON.parse(printed.out) as {
    faults: { fault: string }[];
    seed: number;
    runs: number;
  };
  expect(how).toEqual({ seed: 3, runs: 2 });
  const found = {
    caught: true,
    blamed: true,
    accused: expect.any(Array) as unknown,
    requests_to_find: expect.any(Number) as unknown,
    requests_to_shrink: expect.any(Number) as unknown,
    steps: expect.any(Number) as unknown,
    summary: expect.stringContaining('expected') as unknown,
  };
  expect([...faults].sort((a, b) => (a.fault < b.fault ? -1 : 1))).toEqual([
    { fault: 'legacy-close-keeps-open', requirement: 'legacy.close.closes', ...found },
    { fault: 'resource-close-twice-accepted', requirement: 'resource.close.closed-refused', ...found },
  ]);
  const [head, ...lines] = printed.err.trimEnd().split('\n');
  expect(head).toMatch(/^fault +caught +blamed +found +steps +shrink +requirement$/);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^\S+ +yes +yes( +\d+){3} +(legacy|resource)\.\S+$/);
});
