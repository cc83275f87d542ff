import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { startThread } from '../../../cli/threads/threads.ts';
import { arrivals } from './latency.ts';
import { timedClaims, type DistanceAnswer, type DistanceQuestion } from './try-distance.ts';

/**
 * Certifies the reference at several distances, by the claims about notifications and time. Prints a line for each run, then a table of the
 * accusations and of the requirements that lose their evidence, and exits 1 where there are any. Options: `--ms N` (may be repeated), `--claim NAME` (may be
 * repeated), `--seeds N`, `--parallel N`: runs at a time, which mostly wait.
 */
const { values } = parseArgs({
  options: {
    ms: { type: 'string', multiple: true, default: ['0', '50', '150', '300', '800', '2000'] },
    claim: { type: 'string', multiple: true, default: [...timedClaims] },
    seeds: { type: 'string', default: '3' },
    parallel: { type: 'string', default: String(16 * availableParallelism()) },
  },
});
// What is lost is told by the runs without latency.
const distances = [...new Set([0, ...values.ms.map(Number)])];
const seeds = Array.from({ length: Number(values.seeds) }, (_, nth) => nth + 1);
const claims = timedClaims.filter((claim) => values.claim.includes(claim));
const questions = distances.flatMap((ms) =>
  arrivals.flatMap((arrival) =>
    seeds.flatMap((seed) =>
      claims.map((claim): DistanceQuestion => {
        return { id: `${ms} ms, ${arrival}, seed ${seed}: ${claim}`, ms, arrival, seed, claim };
      }),
    ),
  ),
);

const script = new URL('./latency-thread.mjs', import.meta.url);
const threads = Array.from({ length: availableParallelism() }, () =>
  startThread<DistanceQuestion, DistanceAnswer>(script),
);
const limit = pLimit(Number(values.parallel));
const answers = new Map<DistanceQuestion, DistanceAnswer>();
const broken: string[] = [];
// Those that wait longest begin first.
await Promise.all(
  questions.toReversed().map((question) =>
    limit(async () => {
      const [thread] = threads.toSorted((one, other) => one.waiting() - other.waiting());
      const answer = await thread?.ask(question);
      if (answer === undefined) return;
      if ('error' in answer) broken.push(`${question.id}: ${answer.error}`);
      else answers.set(question, answer);
      process.stdout.write(`${lineOf(question, answer)}\n`);
    }),
  ),
);
await Promise.all(threads.map((thread) => thread.end()));

let wrong = broken.length;
process.stdout.write('\n    ms  arrival    accused  rows lost\n');
for (const ms of distances)
  for (const arrival of arrivals) {
    const these = questions.filter((one) => one.ms === ms && one.arrival === arrival);
    const accused = these.flatMap((one) => answers.get(one)?.accused ?? []).length;
    const lost = these.flatMap(lostAt).length;
    wrong += accused + lost;
    process.stdout.write(
      `${String(ms).padStart(6)}  ${arrival.padEnd(8)}  ${String(accused).padStart(8)}  ${String(lost).padStart(9)}\n`,
    );
  }
process.stdout.write(
  `${answers.size} of ${questions.length} runs judged, ${wrong} accusations, lost rows and breakdowns\n`,
);
process.exit(wrong === 0 ? 0 : 1);

/** What has no evidence here, and has some without latency. */
function lostAt(question: DistanceQuestion): readonly string[] {
  const near = questions.find(
    ({ ms, claim, seed, arrival }) =>
      ms === 0 && claim === question.claim && seed === question.seed && arrival === question.arrival,
  );
  const without = near && answers.get(near);
  return answers.get(question)?.lost.filter((row) => without?.passed.includes(row)) ?? [];
}

function lineOf({ id }: DistanceQuestion, answer: DistanceAnswer | { readonly error: string }): string {
  if ('error' in answer) return `✗ ${id}: could not be tried: ${answer.error}`;
  const { accused, passed, lost, inconclusive, seconds } = answer;
  const mark = accused.length === 0 ? '✓' : '✗';
  return [
    `${mark} ${seconds.toFixed(0).padStart(4)} s  ${id}: ${passed.length} rows with evidence`,
    ...accused.map((line) => `      ${line}`),
    ...(lost.length === 0
      ? []
      : [`      without evidence: ${lost.join(', ')}`, `      ${inconclusive.join('; ')}`]),
  ].join('\n');
}
