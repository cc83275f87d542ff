import pLimit from 'p-limit';
import { rightServers, type Row } from './rows.ts';

/**
 * Runs sound servers that used to be accused, and faulty ones behind the same troubles, in this process. Prints a line for each row; exits 1
 * when a sound one is accused or a fault is not found. Arguments: texts that the names of rows hold; `--seeds N`: seeds of each at most.
 */
const args = process.argv.slice(2);
const most = args.includes('--seeds') ? Number(args[args.indexOf('--seeds') + 1]) : Infinity;
const sought = args.filter((arg, index) => arg !== '--seeds' && args[index - 1] !== '--seeds');
const chosen = rightServers.filter(
  ({ name }) => sought.length === 0 || sought.some((part) => name.includes(part)),
);
// Most of a run is waiting for notifications and time limits.
const limit = pLimit(4);

process.stdout.write('right/runs  accused  flaky  s     case\n');
let wrong = 0;
for (const row of chosen) {
  const startedAt = performance.now();
  const seeds = Array.from({ length: Math.min(row.seeds, most) }, (_, index) => index + 1);
  const found = await Promise.all(seeds.map((seed) => limit(() => row.run(seed))));
  const right = found.filter((one) => isRight(row, one)).length;
  wrong += seeds.length - right;
  const cells = [
    `${right}/${seeds.length}`.padStart(10),
    String(found.filter(({ sure }) => sure.length > 0).length).padStart(7),
    String(found.filter(({ flaky }) => flaky.length > 0).length).padStart(5),
    ((performance.now() - startedAt) / 1000).toFixed(0).padStart(4),
    row.name,
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
  for (const [index, one] of found.entries())
    if (!isRight(row, one))
      process.stdout.write(
        `      ✗ seed ${seeds[index]}: ${[...one.sure, ...one.flaky].join('; ') || 'accuses nobody'}\n`,
      );
}
process.stdout.write(wrong === 0 ? 'all as it must be\n' : `${wrong} wrong\n`);
process.exit(wrong === 0 ? 0 : 1);

/** A sound server is not accused, not even of what did not happen again; of a faulty one the fault is found for sure. */
function isRight(
  { finds, mayBeFlaky = false, shows }: Row,
  { sure, flaky, rules }: Awaited<ReturnType<Row['run']>>,
): boolean {
  if (finds === undefined) return sure.length === 0 && (mayBeFlaky || flaky.length === 0);
  return rules.includes(finds) && (shows === undefined || sure.every((text) => shows.test(text)));
}
