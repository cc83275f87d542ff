import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { type RunningReference, startReference } from '../../../reference/server.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { command, type Command } from '../../support/runs/command.ts';
import { createRandom } from '../../support/setups/random.ts';
import { startRedis } from '../../support/targets/redis.ts';
import { mostInASecond, startCountingProxy } from '../../support/targets/start-counting-proxy.ts';
import { certificateIn } from '../resume/killed.ts';
import { differencesOf } from '../shards/compared.ts';
import { entryOf } from '../support/reference-target.ts';
import { journalTextSync, packedJournalName } from '../../../harness/journal/journal-bytes.ts';

/** Decides which workers are killed. */
const killSeed = 1;

interface How {
  readonly folder: string;
  readonly fault?: string | undefined;
  readonly workers: number;
  readonly parts: number;
  readonly atOnce: number;
  readonly perSecond: number;
  /** A worker is killed and another started so often, ms. Absent: none is. */
  readonly killEveryMs?: number;
  /** Workers that are killed at most. Default: as many as there is time for. */
  readonly mostKills?: number;
  readonly arguments: readonly string[];
}

export interface ByQueue {
  readonly alone: Certificate;
  readonly merged: Certificate;
  readonly differences: readonly string[];
  readonly kills: number;
  /** Sequences whose id stands more than once in the merged journal. */
  readonly doubled: readonly string[];
  /** Requests that the target got within a second at most, control apart. */
  readonly mostPerSecond: number;
  /** Texts of the target's keys that are anywhere in Redis, while the run was under way. */
  readonly secretsInRedis: readonly string[];
  readonly seconds: number;
}

/** The entry of a reference that workers share. */
export function sharedEntry(reference: RunningReference, url: string, perSecond: number) {
  const { personas, keys } = reference;
  return {
    ...entryOf(reference, url),
    // Workers would read each other's PIN.
    legacy: {
      base_url: url,
      api_key: keys.apiKey,
      secret: keys.secret,
      personas: { approve: personas.approve, reject: personas.reject },
    },
    limits: { requests_per_second: perSecond },
  };
}

/** Certifies the reference alone and by a queue of workers, some of which are killed, and compares what both say. */
export async function byQueue(how: How): Promise<ByQueue> {
  const { folder, fault, workers, perSecond, killEveryMs, mostKills = Infinity } = how;
  const redis = await startRedis();
  const reference = await startReference({ faults: fault === undefined ? [] : [fault] });
  const proxy = await startCountingProxy(reference.url);
  const entry = sharedEntry(reference, proxy.url, perSecond);
  const targets = join(folder, 'targets.yaml');
  writeFileSync(targets, stringify({ targets: { own: entry } }));
  const certify = ['certify', '--targets', targets, '--quiet', ...how.arguments];
  await command([...certify, '--out', join(folder, 'alone')]).finished;

  proxy.requests.length = 0;
  const started = performance.now();
  const queue = ['--queue', redis.address];
  const worker = (): Command =>
    command(['work', ...queue, '--targets', targets, '--workers', '1', '--quiet']);
  const hands = Array.from({ length: workers }, worker);
  const coordinator = command([
    ...certify,
    ...queue,
    '--parts',
    `${how.parts}`,
    '--at-once',
    `${how.atOnce}`,
    '--out',
    join(folder, 'merged'),
  ]);
  const secrets: readonly string[] = Object.values<string>({ ...reference.keys });
  const found = new Set<string>();
  const below = createRandom(killSeed);
  let kills = 0;
  let lastKill = performance.now();
  while (coordinator.child.exitCode === null) {
    await sleep(250);
    for (const text of await textsIn(redis.client))
      for (const secret of secrets) if (text.includes(secret)) found.add(secret);
    if (killEveryMs === undefined || performance.now() - lastKill < killEveryMs || kills >= mostKills)
      continue;
    lastKill = performance.now();
    // Any of them: one after another, the part that was lost would always go to the next to be killed, which has waited longest.
    const victim = below(workers);
    hands[victim]?.child.kill('SIGKILL');
    hands[victim] = worker();
    kills += 1;
  }
  const told = await coordinator.finished;
  const seconds = (performance.now() - started) / 1000;
  for (const { child } of hands) child.kill('SIGKILL');
  await Promise.all(hands.map(({ finished }) => finished));
  const instants = proxy.requests.filter(({ path }) => !path.startsWith('/control')).map(({ at }) => at);
  proxy.close();
  await reference.close();
  await redis.close();
  if (told.exit === 2 || told.exit === null) throw new Error(told.err);
  const [alone, merged] = [certificateIn(join(folder, 'alone')), certificateIn(join(folder, 'merged'))];
  return {
    alone,
    merged,
    differences: differencesOf(alone, merged),
    kills,
    doubled: doubledIn(join(folder, 'merged', packedJournalName)),
    mostPerSecond: mostInASecond(instants),
    secretsInRedis: [...found],
    seconds,
  };
}

function doubledIn(file: string): readonly string[] {
  const seen = new Set<string>();
  const doubled: string[] = [];
  for (const line of journalTextSync(file).split('\n')) {
    if (!line.includes('"k":"sequence"')) continue;
    const { id } = JSON.parse(line) as { id: string };
    if (seen.has(id)) doubled.push(id);
    seen.add(id);
  }
  if (seen.size === 0) throw new Error(`${file} has no sequences`);
  return doubled;
}

/** All texts of keys and values, but for compressed journals, which are redacted as any journal. */
async function textsIn(client: Awaited<ReturnType<typeof startRedis>>['client']): Promise<readonly string[]> {
  const keys = await client.keys('*');
  const values = await Promise.all(
    keys.map(async (key) => {
      const type = await client.type(key);
      if (type === 'hash') return JSON.stringify(await client.hgetall(key));
      return type === 'string' && !key.startsWith('payproof:segment') ? ((await client.get(key)) ?? '') : '';
    }),
  );
  return [...keys, ...values];
}
