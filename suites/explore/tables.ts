import { explore } from '../../engine/explore.ts';
import type { Exploration } from '../../engine/exploration.ts';
import { drawnIn } from '../../engine/plan/order.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import { drawingSeed } from '../run/run-config.ts';
import type { Session } from '../run/session.ts';
import { partOf } from '../shards/part-of.ts';
import { besideExpiry } from './beside-expiry.ts';
import type { MachineRun } from './machine-run.ts';
import type { AnyMachine } from './machines.ts';
import { laterTurns } from './later-turns.ts';
import { listsAlone } from './lists-alone.ts';
import { manyOf } from './many.ts';

/** Of a suite with fewer requests, such sequences would take too great a share. */
const leastRequests = 1000;
/** Of the rounds of a night, the one that has them. */
const round = 3;

/** Tables whose sequences are run together, and whether they go one after another. */
interface Table {
  readonly of: typeof manyOf;
  readonly isAlone?: true;
}

/** The tables of the suites that hold the target alone, and of the others. */
const tables: Readonly<Record<'exclusive' | 'shared', Readonly<Record<string, Table>>>> = {
  exclusive: { 'beside-expiry': { of: besideExpiry } },
  shared: {
    many: { of: manyOf },
    later: { of: laterTurns },
    lists: { of: listsAlone, isAlone: true },
  },
};

/**
 * Explores the sequences that stand in tables: many of one kind, of which the first are looked at again, third and later changes of one payment, lists that
 * nothing else is listed beside, or each operation beside the expiry. Not where requests are few, and in one night only once, after what each night does first.
 */
export async function exploreTables(
  session: Session,
  run: MachineRun & { readonly runs: number },
  machine: AnyMachine,
  options: Exploration<unknown, Call, Reply, Notification>,
): Promise<void> {
  const { allowance, config, suite } = session;
  const { exclusive, notifications } = run;
  const isDue = config.nightly === undefined ? run.runs > 0 : config.round === round;
  if ((notifications && !exclusive) || !isDue || allowance < leastRequests) return;
  const exploreTable = async ([name, { of, isAlone }]: readonly [string, Table]): Promise<void> => {
    if (drawnIn(partOf(config, suite, run), 1, name) === 0) return;
    await explore({
      ...options,
      driver: (id, phase) => options.driver(`${name}/${id}`, phase),
      onSequence: (id, ...ran) => options.onSequence(`${name}/${id}`, ...ran),
      ...(isAlone && { concurrency: 1, batch: 1 }),
      // What is flaky elsewhere may be steady after many, or at a turn of the calendar.
      known: session.run.memory.known.under(name),
      runs: 0,
      whilePlanning: 0,
      rules: [],
      transitions: false,
      last: of(run.machine, machine, drawingSeed(config)),
    });
  };
  const due = Object.entries(tables[exclusive ? 'exclusive' : 'shared']);
  await Promise.all(due.filter(([, { isAlone }]) => isAlone !== true).map(exploreTable));
  for (const table of due.filter(([, { isAlone }]) => isAlone === true)) await exploreTable(table);
}
