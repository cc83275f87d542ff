import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { root } from '../../house/reading/sources.ts';
import { type Machine, machines, wholeMachines } from './machines.ts';

/**
 * Runs the tests that could depend on the fonts, the locale or the time zone of a machine as on other machines, prints a line for each, and exits 1
 * where one is red. Arguments: texts that the names of machines hold; `--whole`: all tests, on machines that differ in several things at once;
 * `--list`: only print the machines.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});
const candidates = values.whole ? wholeMachines : machines;
const chosen = candidates.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
/** What of a report of Vitest is read. */
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  success: z.boolean(),
});
const dir = mkdtempSync(join(tmpdir(), 'payproof-machines-'));
const results = chosen.map((machine) => {
  if (values.list) return print(machine.name, machine.tests.join(' ') || 'all tests', true);
  const environment = machine.environment();
  if ('none' in environment) return print(machine.name, `– skipped: ${environment['none']}`, true);
  return tried(machine, environment);
});
rmSync(dir, { recursive: true });
process.exitCode = chosen.length > 0 && results.every(Boolean) ? 0 : 1;

function tried({ name, tests }: Machine, environment: Readonly<Record<string, string>>): boolean {
  const outputFile = join(dir, `${candidates.findIndex((one) => one.name === name)}.json`);
  const startedAt = performance.now();
  // A locale that LC_ALL names would hide that of LANG.
  const { LC_ALL: _all, ...env } = process.env;
  spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'self*',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${outputFile}`,
      ...tests,
    ],
    { cwd: root, env: { ...env, ...environment }, stdio: ['ignore', 2, 2] },
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    success,
  } = report.parse(JSON.parse(readFileSync(outputFile, 'utf8')));
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`;
  return print(name, `${success ? '✓' : '✗'} ${counts}${tests.length === 0 ? ', all tests' : ''}`, success);
}

function print(name: string, text: string, isRight: boolean): boolean {
  process.stdout.write(`${name.padEnd(24)}  ${text}\n`);
  return isRight;
}
