import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../house/reading/sources.ts';

/** Builds the program once before the tests, where sources have changed since: a command of the sources takes seconds to start. */
export function setup(): void {
  execFileSync(process.execPath, [join(root, 'bin/build.mjs'), '--if-changed']);
}
