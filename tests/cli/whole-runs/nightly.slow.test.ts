import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startReference } from '../../../reference/server.ts';
import type { Nightly } from '../../../reports/nightly/nightly-schema.ts';
import { freeAddress } from '../../harness/local-server.ts';
import { command } from '../../support/runs/command.ts';
import { cleanUp, night, nightIn, place, placeOf, retarget, verb } from '../../support/runs/night-place.ts';
import { journalTextSync } from '../../../harness/journal/journal-bytes.ts';

const rule = 'resource.auth.wrong-key';
const fault = 'resource-wrong-key-is-401';
const deviation = `known_deviations: [{ requirement: ${rule}, because: "answers 401, ticket 1234", since: 2026-11-01 }]`;

/** The night as `report` draws it from the journal. */
async function rebuilt(folder: string): Promise<Nightly> {
  rmSync(join(folder, 'nightly.json'));
  const { exit, out } = await verb(['report', folder]);
  expect(exit).toBe(0);
  expect(out).toContain('own: alarm: ');
  return nightIn(folder);
}

const rulesOf = (violations: readonly { readonly requirement: readonly string[] }[]) =>
  violations.map(({ requirement }) => requirement);

describe('a night against a target', () => {
  test('that conforms is quiet, and the next night is compared with it', async () => {
    const own = await place([]);
    const first = await night(own, 'first', ['--seed', '7']);
    expect(first.exit, first.out).toBe(0);
    expect(first.night).toMatchObject({
      verdict: 'quiet',
      seed: 7,
      compared_with: null,
      ended_by: 'requests',
    });
    expect(first.out).toContain('own: no alarm');
    const second = await night(own, 'second', ['--json']);
    expect(second.exit, second.out).toBe(0);
    expect(JSON.parse(second.out)).toEqual(second.night);
    expect(second.night.compared_with).toBe('first');
    expect(second.night.seed).not.toBe(7);
    expect(second.night.trend.map(({ run: of }) => of)).toEqual(['first', 'second']);
    expect(second.night.trend[1]?.latency_ms?.median).toBeGreaterThan(0);
    expect(second.night.lost_evidence).toEqual([]);
    expect(second.night.drifted).toEqual([]);
  });

  test('that breaks a rule is an alarm, whose reproduction runs first in the next night, and is gone once fixed', async () => {
    const own = await place([fault]);
    const first = await night(own, 'first', ['--bail']);
    expect(first.exit, first.out).toBe(1);
    expect(first.night).toMatchObject({ ended_by: 'violation', rounds: 0 });
    expect(rulesOf(first.night.violations.new)).toEqual([[rule]]);
    const [violation] = first.night.violations.new;
    expect(existsSync(join(own, 'runs/first', violation?.reproduction ?? ''))).toBe(true);
    expect(first.out).toContain(`✗ ${rule}`);
    mkdirSync(join(own, 'regressions'));
    copyFileSync(join(own, 'runs/first', violation?.reproduction ?? ''), join(own, 'regressions/mine.json'));
    const second = await night(own, 'second');
    expect(second.exit, second.out).toBe(1);
    expect(second.night.violations.new).toEqual([]);
    const name = basename(violation?.reproduction ?? '');
    expect(second.night.violations.again.map(({ reproduction }) => reproduction)).toEqual([
      'reproductions/kept-mine.json',
      `reproductions/kept-${name}`,
    ]);
    rmSync(join(own, 'runs/first'), { recursive: true });
    expect(await rebuilt(join(own, 'runs/second'))).toEqual(second.night);

    const mended = await startReference({ control: false });
    cleanUp.push(mended.close);
    retarget(own, `resource: { base_url: ${mended.url}, secret_key: ${mended.keys.secretKey} }`);
    const third = await night(own, 'third');
    expect(third.exit, third.out).toBe(0);
    expect(rulesOf(third.night.violations.gone)).toEqual([[rule], [rule]]);
    expect(third.night.trend.map(({ exit }) => exit)).toEqual([1, 1, 0]);
    expect(third.out).toContain(`gone since second: ${rule}`);
  });

  test('that shows a known deviation is quiet, and --bail does not end the night', async () => {
    const own = await place([fault], deviation);
    const { exit, night: told, out } = await night(own, 'first', ['--bail']);
    expect(exit, out).toBe(0);
    expect(told.known_deviations).toMatchObject([{ requirement: rule, state: 'seen' }]);
    expect(told.violations.new).toMatchObject([{ requirement: [rule], alarm: false }]);
    expect(told.ended_by).toBe('requests');
    expect(out).toContain(`known deviation: ${rule}`);
  });

  test('whose known deviation no longer happens is an alarm', async () => {
    const own = await place([], deviation);
    const { exit, night: told, out } = await night(own, 'first');
    expect(exit, out).toBe(1);
    expect(told.known_deviations).toMatchObject([{ requirement: rule, state: 'stale' }]);
    expect(out).toContain(`✗ stale deviation: ${rule}`);
  });

  test('whose known deviation was not tested is quiet', async () => {
    const own = await place([], deviation.replace(rule, 'resource.create.suspended-consumer'));
    const { exit, night: told, out } = await night(own, 'first');
    expect(exit, out).toBe(0);
    expect(told.known_deviations).toMatchObject([{ state: 'untried' }]);
  });
});

describe('a night', () => {
  test('ends in time, with what was found so far', async () => {
    const own = await place([]);
    const started = Date.now();
    const {
      exit,
      night: told,
      out,
    } = await night(own, 'first', ['--for', '1s', '--max-requests', '1000000']);
    expect(exit, out).toBe(0);
    expect(told.ended_by).toBe('time');
    // The time, and what is finished after it.
    expect(Date.now() - started).toBeLessThan(1000 + 10_000);
  });

  test.each([
    ['a duration without a unit', ['--for', '10'], 'Write 250ms, 30s, 10m, 2h or 30d'],
    ['no time at all', ['--for', '0s'], 'It must be from 1 s to 1 d'],
    [
      'a folder without a run to compare with',
      ['--previous', '/no/such'],
      '/no/such holds no certificate.json',
    ],
  ])('with %s is wrong usage, in one line', async (_what, more, words) => {
    const { exit, out } = await verb(['nightly', ...more]);
    expect(exit).toBe(2);
    expect(out).toContain(words);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
  });

  test('against an unreachable target is inconclusive, with the cause', async () => {
    const own = placeOf(`resource: { base_url: ${await freeAddress()}, secret_key: sk_test_a }`);
    const { exit, out, night: told } = await night(own, 'first');
    expect(exit).toBe(3);
    expect(out).toContain('could not be reached: connection refused; ');
    expect(told).toMatchObject({ verdict: 'inconclusive', ended_by: 'unreachable', rounds: 0 });
  });

  test('that is interrupted writes what was done so far', async () => {
    const own = await place([]);
    const folder = join(own, 'runs/first');
    const argv = ['nightly', '--targets', join(own, 'targets.yaml'), '--out', folder, '--json'];
    const { child, finished } = command(argv);
    const journal = join(folder, 'journal.ndjson.gz');
    while (!existsSync(journal) || !journalTextSync(journal).includes('"k":"sequence"')) await sleep(50);
    child.kill('SIGINT');
    const { exit, out } = await finished;
    expect(exit).toBe(130);
    expect(nightIn(folder)).toMatchObject({ exit: 130, ended_by: 'interrupted' });
    expect(JSON.parse(out)).toEqual(nightIn(folder));
  });
});
