import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardedFaults } from '../../reference/faults.ts';
import { kindOf } from '../../reference/faults/guarded.ts';
import { guardKinds } from '../../reference/guards/guards.ts';
import { packageRoot } from '../../harness/files/version.ts';
import { markdownTable } from '../../reports/words/markdown-table.ts';
import type { FaultAnswer, FaultQuestion, Tried, Work } from './try-faults.ts';
import { accusedText, questionAbout, tryFaults } from './try-faults.ts';

/**
 * What a run made of one guarded fault. `not shown`: it never decided otherwise than the sound server, so the run could not find it.
 * `failed`: it could not be tried to its end, which shows nothing of the suite.
 */
const verdicts = ['caught', 'flaky', 'missed', 'failed', 'not shown'] as const;
type Verdict = (typeof verdicts)[number];

const kinds = [...guardKinds, 'two'] as const;
const columns = ['guard', ...verdicts, 'noticed of missed', 'caught of shown'] as const;

/** Of each fault that is asked for, so many are drawn at most: what is never shown is replaced by another. */
const mostDrawn = 3;

/** Where `--write` keeps the results. */
export const guardedPage = 'docs/guarded-faults.md';

/** A request for so many guarded faults. */
interface GuardedOptions {
  /** How many faults that are shown. */
  readonly count: number;
  readonly seed: number;
  readonly runs: number;
  readonly parallel: number;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** What was made of guarded faults, in the order in which they were tried. */
export interface GuardedResults {
  readonly seed: number;
  readonly runs: number;
  readonly tried: readonly Tried[];
}

/**
 * Tries guarded faults until so many of them were shown, or three times as many were drawn. Prints a line for each. After an abort, gives those
 * that were done.
 */
export async function tryGuardedFaults(
  { count, seed, runs, parallel, signal, print }: GuardedOptions,
  work: Pick<Work<FaultQuestion, FaultAnswer>, 'script' | 'load'>,
): Promise<GuardedResults> {
  const drawn = guardedFaults(seed);
  const tried: Tried[] = [];
  const shown = () => tried.filter((one) => verdictOf(one) !== 'not shown').length;
  while (!signal.aborted && shown() < count && tried.length < count * mostDrawn) {
    const length = Math.min(count - shown(), count * mostDrawn - tried.length);
    const next = Array.from({ length }, () => drawn.next().value);
    const done = await tryFaults(
      next,
      { ...work, questionAbout: (fault) => questionAbout(fault, { runs, seed, untilCaught: true }) },
      { parallel, signal, onTried: (one) => print(lineOf(one)) },
    );
    tried.push(...done);
  }
  return { seed, runs, tried };
}

function verdictOf({ error, result: { caught, flaky, shown } }: Tried): Verdict {
  if (error !== undefined) return 'failed';
  if (caught) return 'caught';
  if (flaky > 0) return 'flaky';
  return shown > 0 ? 'missed' : 'not shown';
}

function lineOf(tried: Tried): string {
  const { fault, result, error } = tried;
  const what = error === undefined ? accusedText(result) : `failed: ${error}`;
  return [verdictOf(tried).padEnd(9), String(result.requestsToFind ?? '-').padStart(6), fault.id, what]
    .join('  ')
    .trimEnd();
}

/** How many of each kind of guard ended how. */
function table({ tried }: GuardedResults): readonly (readonly string[])[] {
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      tried.filter(({ fault }) => kindOf(fault) === kind),
    ),
  );
  return [...rows, rowOf('all', tried)];
}

function rowOf(name: string, tried: readonly Tried[]): readonly string[] {
  const count = (verdict: Verdict) => tried.filter((one) => verdictOf(one) === verdict).length;
  const shown = tried.length - count('not shown');
  const share = shown === 0 ? '' : `${Math.round((100 * count('caught')) / shown)} %`;
  const noticed = tried.filter((one) => verdictOf(one) === 'missed' && one.result.experiments.length > 0);
  return [name, ...verdicts.map((verdict) => String(count(verdict))), String(noticed.length), share];
}

/** The results as text: a table by kind of guard, and the command that repeats each one that was not caught. */
export function guardedSummary(results: GuardedResults): string {
  return `${tableText(results)}\n${commandsOf(results).join('\n')}`.trimEnd();
}

const tableText = (results: GuardedResults): string =>
  markdownTable(columns, new Set(columns.slice(1)), table(results));

function commandsOf({ seed, runs, tried }: GuardedResults): readonly string[] {
  return tried
    .filter((one) => !isFine(one))
    .map(({ fault }) => `payproof faults --fault ${fault.id} --seed ${seed} --runs ${runs}`);
}

/** Whether each fault that was shown was caught. */
export const allCaught = ({ tried }: GuardedResults): boolean => tried.every(isFine);

const isFine = (one: Tried): boolean => ['caught', 'not shown'].includes(verdictOf(one));

/** The results as data, for `--json`. */
export function guardedAsJson(results: GuardedResults): Readonly<Record<string, unknown>> {
  return {
    seed: results.seed,
    runs: results.runs,
    faults: results.tried.map((one) => ({
      fault: one.fault.id,
      kind: kindOf(one.fault),
      verdict: verdictOf(one),
      accused: one.result.accused,
      experiments: one.result.experiments,
      shown: one.result.shown,
      requests_to_find: one.result.requestsToFind ?? null,
      ...(one.error !== undefined && { error: one.error }),
    })),
  };
}

/** Keeps the results as a page of the documentation. */
export function writeGuardedPage(results: GuardedResults): void {
  const { seed, runs, tried } = results;
  const commands = commandsOf(results);
  writeFileSync(
    join(packageRoot, guardedPage),
    `# Guarded faults

Seeded faults that nobody can learn by heart: each is a fault of the list, or a wrong number, that shows only while a guard
holds, such as 'only with a second discount' or 'only after the third capture'. Fault and guard are drawn from a seed. Written by

\`\`\`sh
payproof faults --guarded ${tried.filter((one) => verdictOf(one) !== 'not shown').length} --seed ${seed} --runs ${runs} --write
\`\`\`

- **caught**: a failure that could be repeated accuses some requirement.
- **flaky**: only failures that could not be repeated each time.
- **missed**: the server has decided otherwise than a sound one, and nothing was accused.
- **failed**: it could not be tried to its end, by an error of the suite itself.
- **not shown**: it never decided otherwise, so another fault was drawn in its place.
- **noticed of missed**: of the missed ones, those where an open point was answered in several ways, and the run has looked into that. It
  accuses nothing, whether it ends as a suspicion or not.

A seed measures once: what was built to catch the faults of a seed is measured with another.

${tableText(results)}

${commands.length === 0 ? 'All were caught.' : `Not caught:\n\n\`\`\`sh\n${commands.join('\n')}\n\`\`\``}
`,
  );
}
