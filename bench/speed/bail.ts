import { join } from 'node:path';
import { comparable, evenly } from '../../research/peers/sample.ts';
import { startServer } from '../server-process.ts';
import { median, ran, seconds, type Checkout } from './command.ts';

/** Prints how long `certify --bail` takes against faulty servers: all classes of faults, but those about notifications, time and races. */
export async function measureBail(
  before: Checkout | undefined,
  now: Checkout,
  { dir, most }: { readonly dir: string; readonly most: number },
): Promise<void> {
  const all = comparable();
  const chosen = evenly(all, most);
  const times: { readonly was: number; readonly is: number }[] = [];
  console.log(
    `certify --bail against ${chosen.length} of ${all.length} faults, cold cache, s\n  before       now     ratio  accused  fault`,
  );
  for (const { fault } of chosen) {
    const server = await startServer(dir, ['--fault', fault.id]);
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
      return ran(checkout, args, { cache: join(dir, `${name}-plans`), cwd: dir });
    };
    try {
      const was = before === undefined ? NaN : (await timed(before)).ms;
      const { ms: is, exit } = await timed(now);
      times.push({ was, is });
      console.log(
        `${seconds(was)}${seconds(is, 10)}${(is / was).toFixed(2).padStart(10)}  ${exit === 1 ? '    yes' : '     NO'}  ${fault.id}`,
      );
    } finally {
      await server.stop();
    }
  }
  const is = median(times.map((one) => one.is));
  const ratio = median(times.map((one) => one.is / one.was));
  console.log(
    `median ${seconds(is, 1)} s after the command (goal 4), ${ratio.toFixed(2)} times the commit before (goal 0.4)`,
  );
}
