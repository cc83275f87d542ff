import { readFileSync } from 'node:fs';
import { check } from 'prettier';
import { expect, test, vi } from 'vitest';
import { faultsPage } from '../../cli/faults.ts';
import { besideSection, besideSummary, drawnFaults } from '../../cli/faults/beside.ts';
import { nothingCaught, type Tried } from '../../cli/faults/try-faults.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { faultResult } from '../../suites/faults/certify-fault.ts';
import { run } from '../../cli/main.ts';
import { faults as seeded } from '../../reference/faults.ts';

const two = ['--fault', 'legacy-close-keeps-open', '--fault', 'resource-close-twice-accepted'];

test(
  'faults reports for each fault whether its own requirement was blamed, also by what is planned alone, in lines and as JSON',
  { timeout: 240_000 },
  async () => {
    const printed = { out: '', err: '' };
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed.out += String(text))));
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((printed.err += String(text))));
    try {
      expect(await run(['faults', ...two, '--runs', '0', '--seed', '1', '--json'])).toBe(0);
    } finally {
      vi.restoreAllMocks();
    }
    const {
      faults,
      musts_without_fault: unbroken,
      ...how
    } = JSON.parse(printed.out) as {
      faults: { fault: string }[];
      musts_without_fault: string[];
      seed: number;
      runs: number;
    };
    expect(how).toEqual({ seed: 1, runs: 0 });
    // The reference speaks plain HTTP, so that no fault of it can show in a handshake.
    expect(unbroken).toEqual(['legacy.transport.no-ssl', 'legacy.transport.sha-2']);
    const found = {
      caught: true,
      blamed: true,
      accused: expect.any(Array) as unknown,
      beside: [],
      experiments: [],
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
  },
);

test('the page of all faults has the result of each, and is formatted', async () => {
  const tried = seeded.slice(0, 2).map((fault, at): Tried => {
    const accused = at === 0 ? [fault.requirement] : ['legacy.common.paths'];
    const found = { requestsToFind: 120, requestsToShrink: 40, steps: 3 };
    return {
      fault,
      result: {
        caught: true,
        blamed: at === 0,
        flaky: 0,
        shown: 0,
        accused,
        beside: [],
        experiments: [],
        ...found,
      },
    };
  });
  const page = faultsPage({ seed: 1, runs: 96, tried });
  expect(page).toContain('2 faults: 2 caught, 1 blamed; 96 runs, seed 1.');
  expect(page).toMatch(/\| yes +\| yes +\| +120 \| +3 \| +40 \|/);
  expect(page).toContain(`${seeded[1]?.requirement}; accused legacy.common.paths`);
  expect(await check(page, { parser: 'markdown', printWidth: 110 })).toBe(true);
});

test('a fault of which nothing was accused has the open point that the run has looked into on the page', () => {
  const [fault] = seeded;
  const experiments = [{ point: 'resource.refund.fractions', ended: 'suspicion' }] as const;
  const result = { caught: false, blamed: false, flaky: 0, shown: 0, accused: [], beside: [], experiments };
  const page = faultsPage({ seed: 1, runs: 96, tried: fault === undefined ? [] : [{ fault, result }] });
  expect(page).toContain(
    `${fault?.requirement}; accused nothing; open point resource.refund.fractions: suspicion`,
  );
});

test('rows that fail beside the broken one are counted, by whether any failure accuses them apart from it', () => {
  const failures = [
    ['legacy.close.closes', 'legacy.status.succeeds'],
    ['legacy.common.paths', 'legacy.status.succeeds'],
    ['legacy.close.closes', 'legacy.close.succeeds'],
  ].map((requirement) => ({ requirement, flaky: false, summary: requirement.join() }) as const);
  const { beside } = faultResult(
    { requirement: 'legacy.close.closes' },
    failures as unknown as readonly FailureRecord[],
    [],
    0,
  );
  expect(beside.map(({ requirement, apart }) => [requirement, apart])).toEqual([
    ['legacy.status.succeeds', true],
    ['legacy.common.paths', true],
    ['legacy.close.succeeds', false],
  ]);
  const [one, other] = seeded;
  if (one === undefined || other === undefined) throw new Error('no faults');
  const tried = (fault: typeof one, rows: typeof beside): Tried => ({
    fault,
    result: { ...nothingCaught, beside: rows },
  });
  expect(besideSummary([tried(one, beside), tried(other, [])])).toBe(
    'rows beside the broken one: 1 of 2 faults have 2 that fail apart from it, 1 have 1 that fail only in replies that break it too',
  );
});

test('what is written of a sample stays where the table is written anew', () => {
  const section = '## Rows that fail beside the broken one\n\nText.\n';
  expect(besideSection(`# The fault matrix\n\n| a |\n\n${section}`)).toBe(`\n${section}`);
  expect(besideSection('# The fault matrix\n')).toBe('');
  expect(besideSection(readFileSync('docs/faults.md', 'utf8'))).toContain('--to-the-end');
});

test('a sample of the faults is the same under the same seed, in the order of the list', () => {
  const drawn = drawnFaults(seeded, 20, 414141);
  expect(drawn).toHaveLength(20);
  expect(drawn).toEqual(drawnFaults(seeded, 20, 414141));
  expect(drawn).not.toEqual(drawnFaults(seeded, 20, 414142));
  expect(drawn).toEqual(seeded.filter((fault) => drawn.includes(fault)));
});

test.each([
  ['nothing is chosen', [], /all \d+ faults take hours: .*--list lists them/],
  ['all are asked for beside some', ['--all', ...two], /leave out --fault/],
])('no fault is tried where %s', async (_where, options, message) => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await run(['faults', ...options])).toBe(2);
  expect(told.mock.calls.flat().join('')).toMatch(message);
  vi.restoreAllMocks();
});

test('the page is written only when all faults are run', async () => {
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await run(['faults', ...two, '--write'])).toBe(2);
  expect(told.mock.calls.flat().join('')).toContain('leave out --fault');
  expect(await run(['faults', '--sample', '2', '--write'])).toBe(2);
  expect(await run(['faults', '--sample', '2', ...two])).toBe(2);
  expect(told.mock.calls.flat().join('')).toContain('leave out --fault, or --sample');
  vi.restoreAllMocks();
});
