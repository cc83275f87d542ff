import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/**
 * What `npm run check` runs: the scripts of these names, the longest first, as many at once as there are processors, since most of them use one.
 * Those of a row run one after another: both build the program where a source has changed. Prints what each said once it has ended, and exits 1
 * where one has failed.
 */
const rows: readonly (readonly string[])[] = [
  ['format'],
  ['regexps', 'floors'],
  ['lint'],
  ['types'],
  ['dead'],
];

/** Runs a script of package.json. Gives whether it ended well. */
async function passes(script: string): Promise<boolean> {
  const said: string[] = [];
  const exit = await new Promise((resolve, reject) => {
    // A shell finds npm under its name on each system.
    const child = spawn(`npm run --silent ${script}`, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
    child.once('error', reject).once('close', resolve);
  });
  process.stdout.write(`\n${exit === 0 ? '✓' : '✗'} ${script}\n${said.join('')}`);
  return exit === 0;
}

const limit = pLimit(availableParallelism());
const failed: string[] = [];
await Promise.all(
  rows.map((row) =>
    limit(async () => {
      for (const name of row) if (!(await passes(`check:${name}`))) failed.push(name);
    }),
  ),
);
if (failed.length > 0)
  process.stdout.write(`\nfailed: ${failed.map((name) => `check:${name}`).join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
