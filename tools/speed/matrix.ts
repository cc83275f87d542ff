import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { costOf, idleMs, laneOf, type Cost, type Lane } from './cost.ts';
import { wantedFaults, type WantedFaults } from './wanted-faults.ts';
import { fixed, seconds, tableOf } from '../table.ts';

/** So many of the slowest are named. */
const slowestNamed = 10;
/** A run against the sound server between so many others: the longer a process runs, the faster its code. */
const soundEvery = 15;

interface HowMany {
  readonly wanted: WantedFaults;
  /** Random sequences per model. */
  readonly runs: number;
  /** Keeps what was measured, so that it can go on another time. Default: nothing is kept. */
  readonly kept?: string | undefined;
}

/** What the run against one fault took, and the run against the sound server before it. */
interface Measured {
  readonly id: string;
  readonly faulty: Cost;
  readonly sound: Cost;
}

/**
 * Prints what `certify` takes against faulty servers, compared with the sound one, in processor time and time waited. Few random sequences
 * and the suites of one interface make the ratio greater than that of a whole run, in which the rest takes as long as ever.
 */
export async function measureMatrix({ wanted, runs, kept }: HowMany): Promise<void> {
  const { chosen, of } = wantedFaults(wanted);
  const measured = kept === undefined ? [] : keptIn(kept);
  const left = chosen.filter(({ id }) => !measured.some((one) => one.id === id));
  console.log(
    `certify in this process, ${runs} random sequences a model, against ${chosen.length} of ${of} faults`,
  );
  console.log(`${table.head} (time: processor and waited; more: than the sound server took)`);
  for (const one of measured) print(one);
  const sound = new Map<Lane, Cost>();
  for (const [n, fault] of left.entries()) {
    if (n % soundEvery === 0)
      for (const lane of ['legacy', 'resource'] as const) {
        // The first run compiles the code and makes the plans.
        if (n === 0) await costOf(lane, runs);
        sound.set(lane, await costOf(lane, runs));
      }
    const { id } = fault;
    const lane = laneOf(fault);
    const one = {
      id,
      faulty: await costOf(lane, runs, id),
      sound: sound.get(lane) ?? (await costOf(lane, runs)),
    };
    measured.push(one);
    print(one);
    if (kept !== undefined) appendFileSync(kept, `${JSON.stringify(one)}\n`);
  }
  const slowest = bySlowness(measured);
  const above = slowest.filter((one) => ratioOf(one) > 2).length;
  console.log(`the slowest of ${measured.length}; ${above} took more than twice the sound run`);
  for (const one of slowest.slice(0, slowestNamed)) print(one);
}

/** The faults that took most time beside that of the sound server, of those that were measured and kept. */
export function slowestOf(kept: string, most: number): readonly string[] {
  return bySlowness(keptIn(kept))
    .slice(0, most)
    .map(({ id }) => id);
}

function keptIn(file: string): Measured[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Measured);
}

function bySlowness(measured: readonly Measured[]): readonly Measured[] {
  // Not by ratio: in a whole run the rest takes as long as ever, and the suites of one interface are shorter.
  return measured.toSorted((one, other) => moreMs(other) - moreMs(one));
}

function moreMs({ faulty, sound }: Measured): number {
  return idleMs(faulty) - idleMs(sound);
}

function ratioOf({ faulty, sound }: Measured): number {
  return idleMs(faulty) / idleMs(sound);
}

function print(one: Measured): void {
  const { id, faulty, sound } = one;
  const requests = faulty.requests / sound.requests;
  const times = [faulty.processorMs, faulty.waitedMs, moreMs(one)].map(seconds);
  const ratios = [ratioOf(one), requests].map((ratio) => fixed(ratio, 2));
  console.log(table.row(...times, faulty.requests, ...ratios, faulty.failures, faulty.flaky, ` ${id}`));
}

const table = tableOf(
  'processor s',
  ' waited s',
  ' more s',
  ' requests',
  ' ratio, time',
  ' ratio, requests',
  ' failures',
  ' flaky',
  ' fault ',
);
