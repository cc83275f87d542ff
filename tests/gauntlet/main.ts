import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Runs a part of the gauntlet: the folder here that the first argument names. The part gets the other arguments. */
const parts = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'main.ts')),
);
const [part = ''] = process.argv.splice(2, 1);
if (parts.includes(part)) await import(new URL(`./${part}/main.ts`, import.meta.url).href);
else {
  process.stderr.write(`There is no part "${part}" of the gauntlet. Known: ${parts.join(', ')}.\n`);
  process.exitCode = 2;
}
