import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/files/version.ts';
import { programRooms } from '../../house/reading/sources.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'payproof-build-'));
  for (const name of [...programRooms, 'package.json'])
    cpSync(join(packageRoot, name), join(folder, name), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
  execFileSync(process.execPath, ['bin/build.mjs'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command prints. */
const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['bin/payproof.mjs', ...args], { cwd: folder, encoding: 'utf8' });

/** Marks what was built, so that a run shows whether it was of the build. */
function markBuild(): void {
  const main = join(folder, 'dist/cli/main.js');
  writeFileSync(main, `process.stdout.write('built ');\n${readFileSync(main, 'utf8')}`);
}

describe('the command', () => {
  test('runs what was built of its sources, and the sources once one of them has changed or is gone', () => {
    markBuild();
    expect(run('--version')).toMatch(/^built \d+\.\d+\.\d+\n$/);
    const source = join(folder, 'spec/latitude.ts');
    const before = readFileSync(source);
    writeFileSync(source, `${before.toString()}\n`);
    expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    writeFileSync(source, before);
    expect(run('--version')).toMatch(/^built /);
    rmSync(source);
    // The sources are incomplete now, which this verb does not notice.
    expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    writeFileSync(source, before);
  });

  test('runs the sources where the record of the build is damaged', () => {
    expect(run('--version')).toMatch(/^built /);
    const record = join(folder, 'dist/built.json');
    const whole = readFileSync(record);
    for (const damaged of ['', whole.subarray(0, 1000), 'null']) {
      writeFileSync(record, damaged);
      expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    }
    writeFileSync(record, whole);
  });

  test('prints the same help from the build as from the sources', () => {
    const built = run('certify', '--help');
    rmSync(join(folder, 'dist'), { recursive: true });
    expect(existsSync(join(folder, 'dist'))).toBe(false);
    expect(built).toBe(`built ${run('certify', '--help')}`);
  });
});
