import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from '../../../cli/main.ts';
import { planText } from '../../../cli/certify.ts';
import type { RunConfig } from '../../../suites/run/run-config.ts';
import type { Claim } from '../../../suites/run/claim.ts';
import { allClaims } from '../../../suites/claims/all-claims.ts';
import { meansOfProcedures } from '../../../suites/claims/selected.ts';
import { planSuites } from '../../../suites/explore/coverage-goals.ts';
import { planRun } from '../../../suites/run/prepare.ts';

interface Printed {
  readonly requests: number;
  readonly least_requests: number;
  readonly suites: readonly {
    readonly suite: string;
    readonly requests: number;
    readonly sequences: readonly { readonly requests: number; readonly rows: readonly string[] }[];
  }[];
  readonly by_other_suites: readonly string[];
  readonly out_of_reach: readonly { readonly id: string; readonly reason: string }[];
}

let config: RunConfig;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ config, close } = await planRun({ only: [], bail: false, seed: 1 }));
});
afterAll(() => close());
afterEach(() => vi.restoreAllMocks());

const printed = (of: RunConfig) => JSON.parse(planText(of, planSuites(of, allClaims), true)) as Printed;
const rowsOf = ({ suites }: Printed) =>
  suites.flatMap(({ sequences }) => sequences.flatMap(({ rows }) => rows));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('the plan of a certification', () => {
  test('covers every must row that a machine of the embedded target reaches, with at most 1.5 times the fewest requests', () => {
    const whole = printed(config);
    const unplanned = whole.out_of_reach.filter(({ reason }) => reason.startsWith('no planned sequence'));
    // A status that no event has shows only where an event comes that need not.
    expect(unplanned.map(({ id }) => id)).toEqual(['legacy.events.status']);
    expect(whole.by_other_suites).toContain('legacy.events.none-before-pin');
    expect(whole.requests).toBe(
      sum(whole.suites.flatMap(({ sequences }) => sequences.map(({ requests }) => requests))),
    );
    expect(whole.requests).toBeLessThanOrEqual(1.5 * whole.least_requests);
    const rows = rowsOf(whole);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.filter((id) => whole.by_other_suites.includes(id))).toEqual([]);
  });

  test('leaves to procedures the means that only they use', () => {
    const needed = (isAsked: (claim: Claim) => boolean) =>
      new Set(
        allClaims.filter(isAsked).flatMap(({ dedicatedTo = [], needs }) => [...needs, dedicatedTo].flat()),
      );
    const byProcedures = needed(({ kind }) => kind === 'procedure');
    const byOthers = needed(({ kind }) => kind !== 'procedure');
    for (const means of meansOfProcedures)
      expect([means, byProcedures.has(means), byOthers.has(means)]).toEqual([means, true, false]);
    const dedicated = allClaims
      .filter(({ kind }) => kind === 'procedure')
      .map(({ dedicatedTo }) => dedicatedTo);
    expect([...meansOfProcedures]).toEqual(
      expect.arrayContaining(dedicated.filter((one) => one !== undefined)),
    );
  });

  test('is the same each time it is printed, and differs with another seed', () => {
    const text = (seed: number) =>
      planText({ ...config, seed }, planSuites({ ...config, seed, only: ['resource'] }, allClaims), true);
    expect(text(5)).toBe(text(5));
    expect(text(5)).not.toBe(text(6));
  });

  test('names what a target without a clock cannot show, and why', () => {
    const less = {
      ...config,
      only: ['legacy'],
      capabilities: config.capabilities.filter((name) => name !== 'clock.advance'),
    };
    const of = printed(less);
    const { suites, out_of_reach: out } = of;
    expect(suites.map(({ suite }) => suite)).not.toContain('legacy/time');
    expect(out.find(({ id }) => id === 'legacy.expiry.closes')?.reason).toContain('clock.advance');
    expect(rowsOf(of)).not.toContain('legacy.expiry.closes');
  });

  test('still shows a consumer who is not ACTIVE where no clock can be moved', () => {
    const capabilities = config.capabilities.filter((name) => name !== 'clock.advance');
    const of = printed({ ...config, only: ['resource'], capabilities });
    expect(rowsOf(of)).toContain('resource.create.suspended-consumer');
  });

  test('plans for the interfaces that --only names', () => {
    const { suites } = printed({ ...config, only: ['resource'] });
    expect(suites.map(({ suite }) => suite)).toEqual([
      'resource/payments',
      'resource/tokens',
      'resource/time',
    ]);
  });
});

describe('certify --plan', () => {
  test('prints the plan as text, exits 0 and makes no folder', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'payproof-plan-'));
    let out = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    });
    const folder = join(dir, 'run');
    expect(await run(['certify', '--plan', '--only', 'resource', '--seed', '1', '--out', folder])).toBe(0);
    expect(out).toMatch(
      /^Plan for embedded, seed 1: \d+ sequences, \d+ requests; no plan takes fewer than \d+/,
    );
    expect(out).toContain('resource/tokens: ');
    expect(out).toMatch(/\n {3}1 {2}\d+ requests, \d+ transitions?, \d+ rows: resource\./);
    expect(out).toContain('Out of reach with this target:');
    expect(existsSync(folder)).toBe(false);
    rmSync(dir, { recursive: true });
  });
});
