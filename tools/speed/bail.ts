import { join } from 'node:path';
import { comparable, evenly } from '../peers/sample.ts';
import { startServer, withoutCheckout } from '../server-process.ts';
import { fixed, median, seconds, tableOf } from '../table.ts';
import { ran, type Checkout } from './command.ts';

/** Prints how long `certify --bail` takes against faulty servers: all classes of faults, but those about notifications, time and races. */
export async function measureBail(
  before: Checkout | undefined,
  now: Checkout,
  { dir, most }: { readonly dir: string; readonly most: number },
): Promise<void> {
  const all = comparable();
  const chosen = evenly(all, most);
  const times: { readonly was: number; readonly is: number }[] = [];
  const table = tableOf('  before', '      now', '    ratio', ' accused ', 'fault ');
  console.log(
    `certify --bail against ${chosen.length} of ${all.length} faults, cold cache, s\n${table.head}`,
  );
  for (const { fault } of chosen) {
    const server = await startServer(dir, ['--fault', fault.id]);
    // Earlier commits know no such setting, and refuse it.
    withoutCheckout(server.targetsFile);
    const timed = async (checkout: Checkout) => {
      const name = `bail-${checkout.name}-${fault.id}`;
      const args = [
        'certify',
        '--bail',
        '--seed',
        '1',
        '--targets',
        server.targetsFile,
        '--out',
        join(dir, name),
      ];
      const ended = await ran(checkout, args, { cache: join(dir, `${name}-plans`), cwd: dir });
      // It has judged the target, and not refused its settings, which takes no time.
      if (ended.exit !== 0 && ended.exit !== 1)
        throw new Error(
          `certify of the checkout "${checkout.name}" ended with ${ended.exit}: nothing to time`,
        );
      return ended;
    };
    try {
      const was = before === undefined ? NaN : (await timed(before)).ms;
      const { ms: is, exit } = await timed(now);
      times.push({ was, is });
      const accused = exit === 1 ? ' yes' : ' NO';
      console.log(table.row(seconds(was), seconds(is), fixed(is / was, 2), accused, fault.id));
    } finally {
      await server.stop();
    }
  }
  const is = median(times.map((one) => one.is));
  const ratio = median(times.map((one) => one.is / one.was));
  console.log(
    `median ${seconds(is)} s after the command (goal 4), ${ratio.toFixed(2)} times the commit before (goal 0.4)`,
  );
}
