import { Command } from 'commander';
import { wholeNumber } from '../cli/options.ts';
import { randomProfile } from '../reference/erratic.ts';
import { fold } from '../reports/journal/fold.ts';
import { certifyEmbedded, type EmbeddedRun } from '../suites/faults/certify-embedded.ts';
import { requestsPerRun } from './requests-per-run.ts';

interface Options {
  readonly profiles: number;
  readonly seeds: number;
  readonly requests: number;
  readonly seed: number;
}

const program = new Command('profiles')
  .description(
    'certifies conforming servers that answer every open point differently; each accusation is a false one',
  )
  .option('--profiles <n>', 'profiles, the last of them erratic', wholeNumber(1), 12)
  .option('--seeds <n>', 'seeds for each', wholeNumber(1), 1)
  .option('--requests <n>', 'requests for each seed, roughly', wholeNumber(1), 2000)
  .option('--seed <n>', 'the first seed', wholeNumber(0), 1)
  .parse();

const { profiles, seeds, requests, seed: firstSeed } = program.opts<Options>();
console.log('profile    seed  requests  accusations  without verdict  seconds');
let accusations = 0;
let total = 0;
for (let number = 1; number <= profiles; number += 1) {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const profile: Pick<EmbeddedRun, 'profile' | 'erratic'> =
      number === profiles ? { erratic: true } : { profile: randomProfile(number) };
    const started = performance.now();
    const outcome = await certifyEmbedded({
      ...profile,
      seed,
      runs: Math.ceil(requests / requestsPerRun),
      randomOnly: true,
    });
    const { inconclusive, troubles } = fold(outcome.records);
    const without = [...inconclusive.values()].reduce((sum, times) => sum + times, 0);
    const cells = [
      ('erratic' in profile ? 'erratic' : `profile ${number}`).padEnd(10),
      String(seed).padStart(5),
      String(outcome.requests).padStart(9),
      String(outcome.failures.length).padStart(12),
      String(without).padStart(16),
      ((performance.now() - started) / 1000).toFixed(1).padStart(8),
    ];
    console.log(cells.join(' '));
    for (const [why, times] of inconclusive) console.log(`    ${times}× ${why}`);
    for (const { cause } of troubles) console.log(`    trouble: ${cause}`);
    for (const { requirement, summary, transcript, flaky } of outcome.failures) {
      console.log(`    ✗ ${requirement.join(', ')}${flaky ? ' (flaky)' : ''}: ${summary}`);
      for (const { step, operation, kind, received } of transcript)
        console.log(`        ${step} ${operation} ${kind} → ${received}`);
    }
    accusations += outcome.failures.length;
    total += outcome.requests;
  }
}
console.log(`${accusations} accusations in ${total} requests`);
process.exitCode = accusations === 0 ? 0 : 1;
