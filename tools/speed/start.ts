import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { journalTextSync, packedJournalName } from '../../harness/journal/journal-bytes.ts';
import { readJournalSync } from '../../harness/journal/read-journal.ts';
import { putBehindRelay } from '../distance/relay.ts';
import { startServer } from '../server-process.ts';
import { median } from '../table.ts';
import { ran, type Checkout } from './command.ts';

/** So often are short commands run in one measurement: the clock of processor time is coarse. */
const repeats = 10;

/** Prints what it takes until the program answers, and until a target gets its first request. */
export async function measureStart(checkout: Checkout, dir: string, rounds: number): Promise<void> {
  const bare = median(Array.from({ length: rounds }, () => processorTime(['-e', '0'])));
  const bin = join(checkout.folder, 'bin', 'payproof.mjs');
  const version = median(Array.from({ length: rounds }, () => processorTime([bin, '--version'])));
  console.log(`node -e 0            ${bare.toFixed(0).padStart(6)} ms of processor time`);
  console.log(
    `payproof --version   ${version.toFixed(0).padStart(6)} ms of processor time, ${(version / bare).toFixed(1)} times (goal: at most 4)`,
  );
  const server = await startServer(dir);
  let first: number | undefined;
  const onSent = (): void => void (first ??= Date.now());
  const relay = await putBehindRelay(server.targetsFile, { ms: 0 }, { onSent });
  try {
    for (const kind of ['cold', 'warm'] as const) {
      const cache = (round: number) => join(dir, kind === 'cold' ? `plans-${round}` : 'plans-0');
      const firsts: number[] = [];
      const steps: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        first = undefined;
        const out = join(dir, `start-${kind}-${round}`);
        const args = ['certify', '--targets', server.targetsFile, '--seed', '1', '--out', out];
        const journal = join(out, packedJournalName);
        const enough = () => existsSync(journal) && journalTextSync(journal).includes('"phase":"explore"');
        const { startedAt } = await ran(checkout, args, { cache: cache(round), cwd: dir, enough });
        firsts.push((first ?? NaN) - startedAt);
        steps.push(firstStepAt(out) - startedAt);
      }
      console.log(
        `first request, ${kind}  ${median(firsts).toFixed(0).padStart(6)} ms after the command (goal: at most 1500 where \`node -e 0\` takes 40); first of a sequence ${median(steps).toFixed(0)} ms`,
      );
    }
  } finally {
    await relay.close();
    await server.stop();
  }
}

/** Processor time of one process, ms. */
function processorTime(args: readonly string[]): number {
  const quoted = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
  const script = `for n in $(seq ${repeats}); do ${quoted} > /dev/null; done; times`;
  const printed = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  const [user = NaN, system = NaN] = [...printed.matchAll(/(\d+)m([\d.]+)s/gu)].map(
    ([, minutes, rest]) => Number(minutes) * 60_000 + Number(rest) * 1000,
  );
  return (user + system) / repeats;
}

/** When the first request of a sequence was sent, as `Date.now()`. */
function firstStepAt(out: string): number {
  const records = readJournalSync(join(out, packedJournalName));
  const begun = records.find((record) => record.k === 'run');
  const step = records.find((record) => record.k === 'exchange' && record.phase === 'explore');
  return begun?.k === 'run' && step?.k === 'exchange' ? Date.parse(begun.startedAt) + step.at : NaN;
}
