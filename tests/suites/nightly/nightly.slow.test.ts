import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { readJournalSync } from '../../../harness/journal/read-journal.ts';
import { startReference, type RunningReference } from '../../../reference/server.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import { checkedBy, type Claim } from '../../../suites/run/claim.ts';
import { reserveMsOf, runNight } from '../../../suites/nightly/nightly.ts';
import { prepareRun } from '../../../suites/run/prepare.ts';
import { warmUp } from '../../../suites/races/certify-races.ts';
import { journalOf } from '../../../suites/run/run-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'payproof-night-'));
const servers: RunningReference[] = [];
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(dir, { recursive: true });
});

async function serving(port = 0): Promise<RunningReference> {
  const server = await startReference({ port, control: false });
  servers.push(server);
  return server;
}

interface Asked {
  readonly forMs: number;
  readonly claims?: readonly Claim[];
  readonly server: RunningReference;
  readonly maxRequests?: number;
  readonly limits?: string;
  /** Random sequences of a round. Default: few. */
  readonly runs?: number;
}

/** A night of a server that offers little, so that its plan is short. */
async function night({
  server,
  maxRequests,
  runs = 3,
  limits = '{}',
  ...asked
}: Asked): Promise<readonly JournalRecord[]> {
  const own = mkdtempSync(join(dir, 'own-'));
  const targets = join(own, 'targets.yaml');
  const { url, keys } = server;
  writeFileSync(
    targets,
    `targets: { own: { kind: remote, resource: { base_url: "${url}", secret_key: ${keys.secretKey} }, limits: ${limits} } }`,
  );
  const out = join(own, 'run');
  const how = { targets, out, only: [], bail: false, runs, seed: 1 };
  const { config, finish } = await prepareRun({ ...how, ...(maxRequests !== undefined && { maxRequests }) });
  const over = await runNight(config, {
    signal: new AbortController().signal,
    claims: [claims['resource/tokens']],
    ...asked,
  });
  await finish(false, over);
  return readJournalSync(journalOf(config));
}

const over = (records: readonly JournalRecord[]) =>
  records.flatMap((record) => (record.k === 'end' ? [record.night] : []))[0];
const troubles = (records: readonly JournalRecord[]) =>
  records.flatMap((record) => (record.k === 'trouble' ? [`${record.kind}: ${record.cause}`] : []));
const sequences = (records: readonly JournalRecord[]) =>
  records.flatMap((record) => (record.k === 'sequence' ? [record] : []));

/** A claim that first does this, and then sends a request on each connection at once. */
function disturbing(act: () => Promise<void>): Claim {
  const claim: Claim = claims['resource/tokens'];
  let begun = false;
  return checkedBy(claim, async (session) => {
    if (begun) return claim.check(session);
    begun = true;
    await act();
    await warmUp(session, 'resource');
    return [];
  });
}

test('a night runs the plan once, then rounds, each with sequences and names of its own', async () => {
  const records = await night({ server: await serving(), forMs: 60_000, maxRequests: 400 });
  expect(over(records)).toMatchObject({ why: 'requests', planned: true });
  const all = sequences(records);
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const rounds = [1, 2].map((round) => all.filter(({ id }) => id.includes(`/round-${round}/`)));
  const [first = [], second = []] = rounds.map((round) =>
    round.map(({ coverage }) => JSON.stringify(coverage)),
  );
  expect(first.length).toBeGreaterThan(0);
  expect(second.length).toBeGreaterThan(0);
  expect(second).not.toEqual(first);
  expect(all.filter(({ planned }) => planned === true).every(({ id }) => !id.includes('/round-'))).toBe(true);
});

test('a night begins nothing once the time is over, and cuts nothing off', async () => {
  const server = await serving();
  const records = await night({ server, forMs: 1 });
  expect(over(records)).toMatchObject({ why: 'time', planned: false });
  expect(sequences(records)).toEqual([]);
  const forMs = 1500;
  const some = await night({ server, forMs, runs: 1000, claims: [claims['resource/payments']] });
  const begun = new Map<string, number>();
  for (const record of some)
    if (record.k === 'exchange' && record.phase === 'explore' && !begun.has(record.sequence))
      begun.set(record.sequence, record.at);
  // A first request waits for those before it, never for more than one answer.
  expect(Math.max(...begun.values())).toBeLessThan(forMs + 500);
  expect(over(some)).toMatchObject({ why: 'time' });
  expect(sequences(some).filter(({ why }) => why === 'the run was ended')).toEqual([]);
});

test.each([
  ['a quarter of the time', 120_000, 2000, 30_000],
  ['ten seconds at least', 1000, 2000, 10_000],
  ['two minutes at most', 3_600_000, 2000, 120_000],
  ['four deadlines of a notification', 60_000, 45_000, 180_000],
])('when the time is over, what was begun is given %s', (_what, forMs, deadlineMs, most) => {
  expect(reserveMsOf(forMs, deadlineMs)).toBe(most);
});

test('a night waits for a target that goes away, and goes on when it is back', async () => {
  const server = await serving();
  const claim = disturbing(async () => {
    await server.close();
    setTimeout(() => void serving(Number(new URL(server.url).port)), 2000);
  });
  const records = await night({ server, forMs: 60_000, claims: [claim], maxRequests: 300 });
  expect(troubles(records)).toEqual([
    'target: the target was away for a while: connection refused; what was under way is not judged',
  ]);
  expect(over(records)).toMatchObject({ why: 'requests' });
  expect(sequences(records).some(({ verdict }) => verdict === 'explained')).toBe(true);
});

test('a target that stays away ends the night with the cause, after few requests', async () => {
  const server = await serving();
  const records = await night({ server, forMs: 2500, claims: [disturbing(() => server.close())] });
  expect(over(records)).toMatchObject({
    why: 'away',
    cause: expect.stringContaining('connection refused') as string,
  });
  expect(records.filter(({ k }) => k === 'exchange').length).toBeLessThan(100);
});

test('a night runs exclusive claims and procedures once, and ends after a round without requests', async () => {
  const times = { alone: 0, procedure: 0 };
  const idle = (name: keyof typeof times, more: Partial<Claim>): Claim => ({
    kind: 'procedure',
    scope: 'webhooks',
    title: name,
    suite: `own/${name}`,
    needs: [],
    check: () => {
      times[name] += 1;
      return Promise.resolve([]);
    },
    ...more,
  });
  const { kind, machine } = claims['resource/time'];
  const own = [idle('alone', { kind, machine }), idle('procedure', {})];
  const records = await night({ server: await serving(), forMs: 60_000, claims: own });
  expect(times).toEqual({ alone: 1, procedure: 1 });
  expect(over(records)).toMatchObject({ why: 'nothing to explore', planned: true });
});

test('a night sends no more requests a second than the target allows, across its rounds', async () => {
  const ratePerSecond = 40;
  const limits = `{ requests_per_second: ${ratePerSecond}, concurrency: 4 }`;
  const records = await night({ server: await serving(), forMs: 2500, runs: 1, limits });
  const at = records.flatMap((record) => (record.k === 'exchange' ? [record.at] : []));
  expect(records.filter((record) => record.k === 'suite' && record.event === 'start').length).toBeGreaterThan(
    2,
  );
  const within = at.map((from) => at.filter((one) => one >= from && one < from + 1000).length);
  // A request takes a millisecond or two from its turn to the network.
  expect(Math.max(...within)).toBeLessThanOrEqual(1.1 * ratePerSecond);
});
