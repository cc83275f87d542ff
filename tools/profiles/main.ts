import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import pLimit from 'p-limit';
import { startThread } from '../../cli/threads/threads.ts';
import { onlyOption, wholeNumber } from '../../cli/command/options.ts';
import { checkoutOption, collectedNumber, jitterOption } from '../distance/options.ts';
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
  readonly ms: readonly number[];
  readonly jitter: number;
  readonly concurrency?: readonly number[];
  readonly only: readonly string[];
  readonly checkout: string;
}

const program = new Command('profiles')
  .description(
    'certifies conforming servers that answer every open point differently; each accusation is a false one, and so is each warning of ' +
      'inconsistent answers but for the erratic server, and each answer to an open point that the server was not set to; at a distance ' +
      'it is what differs from the run at 0 ms that counts, and whatever is untested there alone is wrong too',
  )
  .option('--profiles <n>', 'profiles, the last of them erratic', wholeNumber(1), 12)
  .option('--first <n>', 'the number of the first profile', wholeNumber(1), 1)
  .option('--whole', 'whole runs, plan included: each must be conformant', false)
  .option('--seeds <n>', 'seeds for each', wholeNumber(1), 1)
  .option(
    '--requests <n>',
    'requests for each seed, roughly; at a distance those of the random sequences',
    wholeNumber(1),
    2000,
  )
  .option('--seed <n>', 'the first seed', wholeNumber(0), 1)
  .option('--parallel <n>', 'threads', wholeNumber(1), availableParallelism())
  .option(
    '--ms <n>',
    'whole runs of the command, behind a relay with a round trip of so many ms and with one of 0; repeatable',
    collectedNumber(0),
    [],
  )
  .addOption(jitterOption())
  .option(
    '--concurrency <n>',
    'at a distance: requests under way at most; repeatable; default: 8 and 64',
    collectedNumber(1),
  )
  .addOption(onlyOption())
  .addOption(checkoutOption())
  .parse();

const {
  profiles,
  seeds,
  requests,
  seed: firstSeed,
  parallel,
  first,
  ms,
  jitter,
  concurrency = [8, 64],
  only,
  checkout,
  ...options
} = program.opts<Options>();
const script = new URL('./profile-thread.mjs', import.meta.url);
const isAway = ms.length > 0;
const whole = options.whole || isAway;
// What is lost is told by the runs without delay, which come first.
const distances = [...new Set([0, ...ms])];
const dir = mkdtempSync(join(tmpdir(), 'payproof-profiles-'));
/** Each with what is compared with it, one after another. */
const groups: readonly (readonly ProfileQuestion[])[] = Array.from(
  { length: profiles },
  (_, index) => index,
).flatMap((nth) =>
  Array.from({ length: seeds }, (_, index) => index).flatMap((later) => {
    const profile = nth === profiles - 1 ? 'erratic' : first + nth;
    const seed = firstSeed + later;
    const question = { id: `${profile} ${seed}`, profile, seed, requests, whole } as const;
    if (!isAway) return [[question]];
    const from = { only, checkout, cache: join(dir, 'cache') };
    return concurrency.map((most) =>
      distances.map((one) => ({
        ...question,
        away: { ...from, concurrency: most, distance: { ms: one, jitter, seed } },
      })),
    );
  }),
);

const table = tableOf(
  'profile   ',
  ' seed',
  ...(isAway ? ['  ms', ' limit', ' lost'] : []),
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
const totals = { requests: 0, accusations: 0, inconsistent: 0, misread: 0, lost: 0, unproven: 0, broken: 0 };
const limit = pLimit(parallel);
try {
  await Promise.all(groups.map((group) => limit(() => compared(group))));
} finally {
  rmSync(dir, { recursive: true, force: true });
}
console.log(
  `${totals.accusations} accusations in ${totals.requests} requests; ${totals.inconsistent} warnings of inconsistent answers where the server is ` +
    `deterministic; ${totals.misread} open points misread${whole ? `; ${totals.unproven} runs that are not conformant` : ''}` +
    (isAway ? `; ${totals.lost} rows without evidence that have some at 0 ms` : ''),
);
const { requests: _, ...wrong } = totals;
process.exitCode = Object.values(wrong).every((count) => count === 0) ? 0 : 1;

async function compared([nearest, ...others]: readonly ProfileQuestion[]): Promise<void> {
  if (nearest === undefined) return;
  const near = await answered(nearest);
  for (const question of others) await answered(question, near);
}

/** `near`: what came of the run without delay. What is as there is no matter of the distance. */
async function answered(question: ProfileQuestion, near?: ProfileAnswer): Promise<ProfileAnswer | undefined> {
  // A thread for each question: what one run left in memory slows no other.
  const thread = startThread<ProfileQuestion, ProfileAnswer>(script);
  const answer = await thread.ask(question);
  await thread.end();
  const { profile, seed, away } = question;
  const name = profile === 'erratic' ? profile : `profile ${profile}`;
  if ('error' in answer) {
    totals.broken += 1;
    const at = away === undefined ? '' : `, ${away.distance.ms} ms, ${away.concurrency} at most`;
    console.log(`${name}, seed ${seed}${at}: could not be tried: ${answer.error}`);
    return undefined;
  }
  const { accusations, inconsistent, misread, untested, verdict, inconclusive } = answer;
  const lost = near === undefined ? [] : untested.filter((id) => !near.untested.includes(id));
  const row = table.row(
    name,
    seed,
    ...(away === undefined
      ? []
      : [away.distance.ms, away.concurrency, near === undefined ? '-' : lost.length]),
    answer.requests,
    accusations,
    inconsistent,
    misread.length,
    whole ? untested.length : '-',
    ` ${whole ? verdict : '-'}`,
    inconclusive,
    fixed(answer.seconds, 1),
  );
  const lines = [...lost.map((id) => `lost: ${id}`), ...answer.lines];
  console.log([row, ...lines.map((line) => `    ${line}`)].join('\n'));
  totals.requests += answer.requests;
  totals.accusations += accusations;
  totals.lost += lost.length;
  if (profile !== 'erratic') totals.inconsistent += inconsistent;
  if (isAway && near === undefined) return answer;
  totals.misread += misread.filter((id) => near?.misread.includes(id) !== true).length;
  if (whole && verdict !== 'conformant' && verdict !== near?.verdict) totals.unproven += 1;
  return answer;
}
