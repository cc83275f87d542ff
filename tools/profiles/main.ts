import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import pLimit from 'p-limit';
import { startThread } from '../../cli/threads/threads.ts';
import { wholeNumber } from '../../cli/command/options.ts';
import type { ProfileAnswer, ProfileQuestion } from './try-profile.ts';
import { fixed, tableOf } from '../table.ts';

interface Options {
  readonly profiles: number;
  readonly seeds: number;
  readonly requests: number;
  readonly seed: number;
  readonly parallel: number;
  readonly first: number;
  readonly whole: boolean;
}

const program = new Command('profiles')
  .description(
    'certifies conforming servers that answer every open point differently; each accusation is a false one, and so is each warning of ' +
      'inconsistent answers but for the erratic server, and each answer to an open point that the server was not set to',
  )
  .option('--profiles <n>', 'profiles, the last of them erratic', wholeNumber(1), 12)
  .option('--first <n>', 'the number of the first profile', wholeNumber(1), 1)
  .option('--whole', 'whole runs, plan included: each must be conformant', false)
  .option('--seeds <n>', 'seeds for each', wholeNumber(1), 1)
  .option('--requests <n>', 'requests for each seed, roughly', wholeNumber(1), 2000)
  .option('--seed <n>', 'the first seed', wholeNumber(0), 1)
  .option('--parallel <n>', 'threads', wholeNumber(1), availableParallelism())
  .parse();

const { profiles, seeds, requests, seed: firstSeed, parallel, first, whole } = program.opts<Options>();
const script = new URL('./profile-thread.mjs', import.meta.url);
const questions: readonly ProfileQuestion[] = Array.from({ length: profiles }, (_, index) => index).flatMap(
  (nth) =>
    Array.from({ length: seeds }, (_, index) => {
      const profile = nth === profiles - 1 ? 'erratic' : first + nth;
      const seed = firstSeed + index;
      return { id: `${profile} ${seed}`, profile, seed, requests, whole };
    }),
);

const table = tableOf(
  'profile   ',
  ' seed',
  ' requests',
  ' accusations',
  ' inconsistent',
  ' misread',
  ' untested',
  ' verdict      ',
  ' without verdict',
  ' seconds',
);
console.log(table.head);
const totals = { requests: 0, accusations: 0, inconsistent: 0, misread: 0, unproven: 0, broken: 0 };
const limit = pLimit(parallel);
// A thread for each question: what one run left in memory slows no other.
await Promise.all(questions.map((question) => limit(() => answered(question))));
console.log(
  `${totals.accusations} accusations in ${totals.requests} requests; ${totals.inconsistent} warnings of inconsistent answers where the server is ` +
    `deterministic; ${totals.misread} open points misread${whole ? `; ${totals.unproven} runs that are not conformant` : ''}`,
);
const { requests: _, ...wrong } = totals;
process.exitCode = Object.values(wrong).every((count) => count === 0) ? 0 : 1;

async function answered(question: ProfileQuestion): Promise<void> {
  const thread = startThread<ProfileQuestion, ProfileAnswer>(script);
  const answer = await thread.ask(question);
  await thread.end();
  const { profile, seed } = question;
  const name = profile === 'erratic' ? profile : `profile ${profile}`;
  if ('error' in answer) {
    totals.broken += 1;
    return console.log(`${name}, seed ${seed}: could not be tried: ${answer.error}`);
  }
  const { accusations, inconsistent, misread, untested, verdict, inconclusive } = answer;
  const row = table.row(
    name,
    seed,
    answer.requests,
    accusations,
    inconsistent,
    misread,
    whole ? untested : '-',
    ` ${whole ? verdict : '-'}`,
    inconclusive,
    fixed(answer.seconds, 1),
  );
  console.log([row, ...answer.lines.map((line) => `    ${line}`)].join('\n'));
  totals.requests += answer.requests;
  totals.accusations += accusations;
  totals.misread += misread;
  if (whole && verdict !== 'conformant') totals.unproven += 1;
  if (profile !== 'erratic') totals.inconsistent += inconsistent;
  return undefined;
}
