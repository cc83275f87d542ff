import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Certificate } from '../../reports/certificate/certificate-schema.ts';
import { coresTogether } from './cores.ts';
import { fixed, median, seconds, tableOf } from '../table.ts';
import { ran, type Checkout } from './command.ts';

interface Timed {
  readonly ms: number;
  readonly certificate: Certificate;
}

/** Prints the time of `certify` on the embedded target: that of the commit before, then this one with a cold and a warm cache, in turn. */
export async function measureCertify(
  before: Checkout,
  now: Checkout,
  dir: string,
  rounds: number,
): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  console.log(
    `${availableParallelism()} cores do ${(await coresTogether()).toFixed(2)} times the work of one`,
  );
  const table = tableOf('round', '   before', '     cold', ' cold/before', '     warm', ' warm/before');
  console.log(`certify on the embedded target, s\n${table.head}`);
  for (let round = 0; round < rounds; round += 1) {
    const one = (checkout: Checkout, name: string) =>
      certified(checkout, {
        dir,
        name: `${name}-${round}`,
        cache: `certify-${checkout.name}-${round}`,
        more: [],
      });
    const was = await one(before, 'before');
    const first = await one(now, 'cold');
    const second = await one(now, 'warm');
    cold.push(first.ms / was.ms);
    warm.push(second.ms / was.ms);
    const ratios = [first, second].flatMap(({ ms }) => [seconds(ms), fixed(ms / was.ms, 2)]);
    console.log(table.row(round + 1, seconds(was.ms), ...ratios));
  }
  console.log(
    `median of the ratios: cold ${median(cold).toFixed(2)} (goal 0.55), warm ${median(warm).toFixed(2)} (goal 0.40)`,
  );
}

/** Prints the time and the verdicts of `certify` with one, two and four workers: they must be the same rows with the same results. */
export async function compareWorkers(now: Checkout, dir: string): Promise<void> {
  const table = tableOf('workers', '       s', ' requests', ' rows that pass', ' verdicts ');
  console.log(table.head);
  let first: string | undefined;
  for (const workers of ['1', '2', '4']) {
    const more = ['--workers', workers];
    const { ms, certificate } = await certified(now, {
      dir,
      name: `workers-${workers}`,
      cache: 'workers',
      more,
    });
    const rows = certificate.requirements.map(({ id, verdict }) => `${id} ${verdict}`);
    first ??= rows.join();
    const passed = certificate.requirements.filter(({ verdict }) => verdict === 'pass').length;
    const same = first === rows.join() ? 'the same' : 'DIFFERENT';
    const verdicts = ` ${certificate.verdict}, ${same}`;
    console.log(table.row(workers, seconds(ms), certificate.totals.requests, passed, verdicts));
  }
}

async function certified(
  checkout: Checkout,
  { dir, name, cache, more }: { dir: string; name: string; cache: string; more: readonly string[] },
): Promise<Timed> {
  const out = join(dir, name);
  // Without a targets file the only target is the embedded one.
  const cwd = join(dir, 'empty');
  mkdirSync(cwd, { recursive: true });
  const { ms } = await ran(checkout, ['certify', '--seed', '1', '--out', out, ...more], {
    cache: join(dir, cache),
    cwd,
  });
  const certificate = JSON.parse(readFileSync(join(out, 'certificate.json'), 'utf8')) as Certificate;
  return { ms, certificate };
}
