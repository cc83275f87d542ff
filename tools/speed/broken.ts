import { join } from 'node:path';
import { startServer } from '../server-process.ts';
import { ran, type Checkout } from './command.ts';
import { slowestOf } from './matrix.ts';
import { wantedFaults, type WantedFaults } from './wanted-faults.ts';
import { fixed, seconds, tableOf } from '../table.ts';

/** So many of the slowest are named. */
const slowestNamed = 10;
/** A run against the sound server between so many others: the load of the machine changes. */
const soundEvery = 5;

interface HowMany {
  readonly dir: string;
  readonly wanted: WantedFaults;
  /** What `matrix` has kept: the slowest of these are taken in place of those that are wanted. */
  readonly kept?: string | undefined;
}

/** Prints how long `certify` takes against faulty servers, in runs against the sound one from the same minutes. */
export async function measureBroken(now: Checkout, { dir, wanted, kept }: HowMany): Promise<void> {
  const { chosen: some, of } = wantedFaults(wanted);
  const chosen = kept === undefined ? some.map(({ id }) => id) : slowestOf(kept, wanted.most);
  const timed = async (name: string, options: readonly string[]): Promise<number> => {
    const server = await startServer(dir, options);
    try {
      const args = ['certify', '--seed', '1', '--targets', server.targetsFile, '--out', join(dir, name)];
      return (await ran(now, args, { cache: join(dir, 'broken-plans'), cwd: dir })).ms;
    } finally {
      await server.stop();
    }
  };
  // The plans are kept from here on.
  await timed('broken-first', []);
  const ratios: { readonly id: string; readonly ratio: number }[] = [];
  let soundMs = NaN;
  const table = tableOf('   sound, s', ' faulty, s', ' ratio', ' fault ');
  console.log(`certify against ${chosen.length} of ${of} faults, warm cache\n${table.head}`);
  for (const [n, id] of chosen.entries()) {
    if (n % soundEvery === 0) soundMs = await timed(`sound-${n}`, []);
    const ms = await timed(`broken-${id}`, ['--fault', id]);
    ratios.push({ id, ratio: ms / soundMs });
    console.log(table.row(seconds(soundMs), seconds(ms), fixed(ms / soundMs, 2), ` ${id}`));
  }
  const slowest = ratios.toSorted((one, other) => other.ratio - one.ratio).slice(0, slowestNamed);
  console.log(`the slowest (goal: at most 2.00 of the sound run)`);
  for (const { id, ratio } of slowest) console.log(table.row('', '', fixed(ratio, 2), ` ${id}`));
}
