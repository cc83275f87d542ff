import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { startReference } from '../../../reference/server.ts';
import { segmentKey } from '../../../cli/queue/segment.ts';
import { journalBytes, packedJournalName } from '../../../harness/journal/journal-bytes.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { DigestedBytes } from '../../../reports/files/digest.ts';
import { queueTaskName } from '../../../reports/manifest/report-files.ts';
import { command, type Command, type Finished } from '../../support/runs/command.ts';
import { type RunningRedis, startRedis } from '../../support/targets/redis.ts';
import { certificateIn } from '../resume/killed.ts';
import { differencesOf } from '../shards/compared.ts';
import { watchProcess } from '../support/process-watch.ts';
import { sharedEntry } from './by-queue.ts';
import { zeros } from './made-parts.ts';

const perSecond = 400;
const parts = 4;
const mostMegabytes = 1000;
/** So that the verdict says something: the run alone accuses it. */
const fault = 'resource-refund-exhausted-is-409';
const usual = ['--seed', '3', '--runs', '1', '--only', 'resource'];

/** A run by queue that is under way. */
interface Scene {
  readonly redis: RunningRedis;
  readonly folder: string;
  /** The folder of the run. */
  readonly out: string;
  /** The folder of the same run without a queue. */
  readonly alone: string;
  readonly coordinator: Command;
  /** Starts another process beside it. */
  readonly start: (verb: 'work' | 'certify', more?: readonly string[], targets?: string) => Command;
  /** Writes a targets file in which the target has other settings. */
  readonly otherTargets: (more: Readonly<Record<string, unknown>>) => string;
  /** The id of the run. */
  readonly run: () => Promise<string>;
}

/** What goes wrong in a run by queue, and what must come out of it. */
interface WholeRun {
  readonly name: string;
  /**
   * `alone`: all that the run alone says. `first part`: what the coordinator made of it before any worker began, so
   * nothing that the run alone does not say, and less than it says.
   */
  readonly gives: 'alone' | 'first part';
  /** What the coordinator says on the way. */
  readonly says: readonly RegExp[];
  /** No sound worker is there. */
  readonly isWithoutWorker?: boolean;
  /** Runs beside the run. Gives the end of another coordinator that counts instead of the first one. */
  readonly disturb: (scene: Scene) => Promise<Command | undefined>;
}

const none = async (): Promise<undefined> => undefined;

/** A worker whose settings can't make any part. */
async function startFailing(scene: Scene): Promise<undefined> {
  const limits = { requests_per_second: perSecond, concurrency: 1 };
  scene.start('work', [], scene.otherTargets({ limits }));
}

async function leaveInPlaceOf(scene: Scene, part: number, segment: Buffer): Promise<void> {
  await scene.redis.client.set(segmentKey(`${await scene.run()}-${part}`), segment);
}

/** A segment with true facts, of whatever journal. */
async function segmentOf(scene: Scene, part: number, journal: Buffer, bytes?: number): Promise<Buffer> {
  const digested = new DigestedBytes();
  const file = join(scene.folder, `left-${part}.gz`);
  writeFileSync(file, journal);
  for await (const chunk of journalBytes(file)) digested.add(chunk);
  const facts = {
    schema: 1,
    run: await scene.run(),
    index: part,
    worker: `wrong:${part}`,
    ...digested.found(),
  };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(bytes === undefined ? facts : { ...facts, bytes })}\n`),
    journal,
  ]);
}

export const wholeRuns: readonly WholeRun[] = [
  { name: 'nothing', gives: 'alone', says: [], disturb: none },
  {
    name: 'garbage in the place of each part',
    gives: 'alone',
    says: [/of an unknown worker is dropped/],
    async disturb(scene) {
      for (let part = 2; part <= parts; part += 1)
        await leaveInPlaceOf(scene, part, Buffer.alloc(100_000, 0xab));
      return undefined;
    },
  },
  {
    name: "another run's journal in the place of a part",
    gives: 'alone',
    says: [/part 2 of wrong:2 is dropped: .*is a whole run/],
    async disturb(scene) {
      const journal = readFileSync(join(scene.alone, packedJournalName));
      await leaveInPlaceOf(scene, 2, await segmentOf(scene, 2, journal));
      return undefined;
    },
  },
  {
    name: 'bombs in the places of two parts: one lies of its size, one does not',
    gives: 'alone',
    says: [/unpacks to more than the/, /part 3 of wrong:3 is dropped/],
    async disturb(scene) {
      const bomb = zeros(1024);
      await leaveInPlaceOf(scene, 2, await segmentOf(scene, 2, bomb, 1000));
      await leaveInPlaceOf(scene, 3, await segmentOf(scene, 3, bomb));
      return undefined;
    },
  },
  {
    name: 'a worker that fails at once beside a sound one',
    gives: 'alone',
    says: [/gets no other part of this run, since two failed there: limits\.concurrency is 1/],
    disturb: startFailing,
  },
  {
    name: 'a worker with other settings beside a sound one',
    gives: 'alone',
    says: [/is dropped: it was made by other settings/],
    async disturb(scene) {
      scene.start('work', [], scene.otherTargets({ cleanup: true }));
      return undefined;
    },
  },
  {
    name: 'a worker that fails at once, alone',
    gives: 'first part',
    says: [/no worker was left to make it: limits\.concurrency is 1/],
    isWithoutWorker: true,
    disturb: startFailing,
  },
  {
    name: 'a second coordinator on the same target',
    gives: 'alone',
    says: [/own is held by run [a-z0-9]+ of process \d+ on .*: waiting for its end/],
    async disturb(scene) {
      await scene.run();
      return scene.start('certify', ['--out', join(scene.folder, 'second'), '--parts', `${parts}`]);
    },
  },
  {
    name: 'Redis killed and emptied',
    gives: 'alone',
    says: [],
    async disturb(scene) {
      await scene.coordinator.printed(/[1-3] of 3 parts/);
      await scene.redis.forget(3000);
      return undefined;
    },
  },
  {
    name: 'a coordinator that was killed, and goes on with a part that was cut',
    gives: 'alone',
    says: [/part \d that was there is dropped/],
    async disturb(scene) {
      await scene.coordinator.printed(/[1-3] of 3 parts/);
      scene.coordinator.child.kill('SIGKILL');
      await scene.coordinator.finished;
      const part = [2, 3, 4].find((index) => existsSync(join(scene.out, 'parts', `${index}`)));
      const file = join(scene.out, 'parts', `${part}`, packedJournalName);
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.subarray(0, bytes.length / 2));
      return scene.start('certify', ['--resume', scene.out]);
    },
  },
];

export interface WholeResult {
  readonly name: string;
  readonly verdict: string;
  readonly peakMegabytes: number;
  readonly seconds: number;
  readonly faults: readonly string[];
}

/** Makes the run without a queue that the others are compared with. Gives its folder. */
export async function certifyAlone(folder: string): Promise<string> {
  const reference = await startReference({ seed: 1, faults: [fault] });
  const targets = join(folder, 'alone.yaml');
  writeFileSync(targets, stringify({ targets: { own: sharedEntry(reference, reference.url, perSecond) } }));
  const out = join(folder, 'alone');
  await command(['certify', '--targets', targets, '--quiet', ...usual, '--out', out]).finished;
  await reference.close();
  return out;
}

/** Makes a run by queue in which something goes wrong, and says what does not come out as it must. */
export async function makeWholeRun(row: WholeRun, folder: string, alone: string): Promise<WholeResult> {
  mkdirSync(folder);
  const redis = await startRedis('geheim');
  const reference = await startReference({ seed: 1, faults: [fault] });
  const entry = sharedEntry(reference, reference.url, perSecond);
  const targets = join(folder, 'targets.yaml');
  writeFileSync(targets, stringify({ targets: { own: entry } }));
  const started: Command[] = [];
  const start: Scene['start'] = (verb, more = [], file = targets) => {
    const queue =
      verb === 'certify'
        ? ['--queue', ...(more.includes('--resume') ? [] : [...usual, '--at-once', '2'])]
        : ['--workers', '1'];
    const one = command([verb, '--targets', file, ...queue, ...more], undefined, {
      PAYPROOF_REDIS_URL: redis.address,
    });
    started.push(one);
    return one;
  };
  const out = join(folder, 'run');
  const from = performance.now();
  const coordinator = start('certify', ['--out', out, '--parts', `${parts}`]);
  const watch = watchProcess(coordinator.child.pid);
  const scene: Scene = {
    redis,
    folder,
    out,
    alone,
    coordinator,
    start,
    otherTargets(more) {
      const file = join(folder, 'other.yaml');
      writeFileSync(file, stringify({ targets: { own: { ...entry, ...more } } }));
      return file;
    },
    async run() {
      const file = join(out, queueTaskName);
      while (!existsSync(file)) await sleep(20);
      return (JSON.parse(readFileSync(file, 'utf8')) as { run: string }).run;
    },
  };
  if (row.isWithoutWorker !== true) start('work');
  const other = await row.disturb(scene);
  const ends = [await coordinator.finished, ...(other === undefined ? [] : [await other.finished])];
  const seconds = (performance.now() - from) / 1000;
  watch.stop();
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ finished }) => finished));
  await reference.close();
  await redis.close();
  const folders =
    other !== undefined && existsSync(join(folder, 'second')) ? [out, join(folder, 'second')] : [out];
  const { peakMegabytes } = watch;
  return {
    name: row.name,
    verdict: verdictIn(out),
    peakMegabytes,
    seconds,
    faults: [
      ...faultsOf(row, ends, folders, alone),
      ...(peakMegabytes > mostMegabytes ? [`${peakMegabytes.toFixed(0)} MB`] : []),
    ],
  };
}

function faultsOf(
  row: WholeRun,
  ends: readonly Finished[],
  folders: readonly string[],
  alone: string,
): readonly string[] {
  const said = ends.map(({ out, err }) => out + err).join('\n');
  const unsaid = row.says
    .filter((pattern) => !pattern.test(said))
    .map((pattern) => `does not say ${String(pattern)}`);
  const secret = said.includes('geheim') ? ['prints the password'] : [];
  const internal = said.includes('itself failed') ? ['an error of its own'] : [];
  const verdicts = folders.flatMap((folder) => {
    if (verdictIn(folder) === 'none') return [`no certificate in ${folder}: ${said.slice(-500)}`];
    if (row.gives === 'first part') return beyondFirstPart(certificateIn(alone), certificateIn(folder));
    return differencesOf(certificateIn(alone), certificateIn(folder));
  });
  return [...unsaid, ...secret, ...internal, ...verdicts];
}

/**
 * What the first part of a run can't have said. A violation that it met itself stands; whether it meets the seeded one
 * rests on the division.
 */
function beyondFirstPart(alone: Certificate, part: Certificate): readonly string[] {
  const whole = new Map(alone.requirements.map(({ id, verdict }) => [id, verdict]));
  const isAccused = part.requirements.some(({ verdict }) => verdict === 'fail');
  const must = isAccused ? 'nonconformant' : 'inconclusive';
  const isLess = part.requirements.some(
    ({ id, verdict }) => verdict === 'untested' && whole.get(id) !== 'untested',
  );
  return [
    ...(part.verdict === must ? [] : [`verdict: ${part.verdict}, must be ${must}`]),
    ...(isLess ? [] : ['as much is tested as by the run alone']),
    ...part.requirements
      .filter(({ id, verdict }) => verdict !== 'untested' && verdict !== whole.get(id))
      .filter(({ id, verdict }) => verdict === 'fail' || whole.get(id) !== 'fail')
      .map(({ id, verdict }) => `${id}: ${verdict}, alone ${whole.get(id)}`),
  ];
}

function verdictIn(folder: string): string {
  return existsSync(join(folder, 'certificate.json')) ? certificateIn(folder).verdict : 'none';
}
