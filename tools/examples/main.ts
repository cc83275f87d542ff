import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compared, filesOf, linesOf, scaffold, type Compared, type Tried } from './compare.ts';

/**
 * Prints what the examples of the engine take and find beside the same with plain commands of fast-check: `npm run --prefix tools examples`. The table stands in
 * engine/README.md. Last, the start of the engine beside an empty process.
 */
const seeds = [1, 2, 3];

const rows = [];
for (const one of compared) rows.push(await rowOf(one));
console.log(
  [
    '| service | seeded faults | lines: `check`, commands | runs that found the fault: `check`, commands | calls to a fault: `check`, commands |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n'),
);

const engine = fileURLToPath(new URL('../../dist/api/engine.js', import.meta.url));
console.log(
  `\nstart: ${medianMs(`import(${JSON.stringify(engine)})`)} ms with the engine, ${medianMs('0')} ms without it`,
);

/** How long a process takes that does this and nothing else, ms: the median of some. */
function medianMs(code: string): number {
  const times = Array.from({ length: 9 }, () => {
    const from = performance.now();
    execFileSync(process.execPath, ['-e', code]);
    return performance.now() - from;
  });
  return Math.round(times.toSorted((one, other) => one - other)[4] ?? 0);
}

async function rowOf(one: Compared): Promise<readonly string[]> {
  const files = filesOf(one);
  const [ours, theirs] = [await all(one.withCheck, one.faults), await all(one.withCommands, one.faults)];
  const runs = one.faults.length * seeds.length;
  return [
    one.title,
    String(one.faults.length),
    `${linesOf(files.withCheck)}, ${linesOf(files.withCommands)} + ${linesOf(scaffold)}`,
    `${foundIn(ours)}, ${foundIn(theirs)} of ${runs}`,
    `${medianCalls(ours)}, ${medianCalls(theirs)}`,
  ];
}

async function all(attempt: Compared['withCheck'], faults: readonly string[]): Promise<readonly Tried[]> {
  const made: Tried[] = [];
  for (const fault of faults) for (const seed of seeds) made.push(await attempt(fault, seed));
  return made;
}

function foundIn(made: readonly Tried[]): number {
  return made.filter(({ found }) => found).length;
}

/** Calls to a fault that was found, those of shrinking included. */
function medianCalls(made: readonly Tried[]): number {
  const calls = made.filter(({ found }) => found).map((one) => one.calls);
  return calls.toSorted((one, other) => one - other)[Math.floor(calls.length / 2)] ?? 0;
}
