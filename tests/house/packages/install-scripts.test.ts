import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../reading/sources.ts';

interface Locked {
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
}
interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** What npm runs where a tarball is installed. It runs `prepare` for a folder and for a Git address only. */
const onInstall = ['preinstall', 'install', 'postinstall'];

/** The packages that a user gets and that run a script when they are installed. */
const withScripts = (packages: Readonly<Record<string, Locked>>): readonly string[] =>
  Object.entries(packages)
    .filter(([, { hasInstallScript, dev }]) => hasInstallScript === true && dev !== true)
    .map(([name]) => name);

describe('an install of the tarball', () => {
  test('runs no script of ours, and builds nothing', () => {
    const { scripts } = read('package.json') as Manifest;
    expect(onInstall.filter((name) => name in scripts)).toEqual([]);
    // Where npm finds one, it compiles.
    expect(existsSync(join(root, 'binding.gyp'))).toBe(false);
  });

  test('gets no package that runs a script', () => {
    const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> };
    expect(Object.values(packages).filter(({ dev }) => dev !== true).length).toBeGreaterThan(20);
    // esbuild, which only we build with: the lock does name what has a script.
    expect(packages['node_modules/esbuild']).toMatchObject({ hasInstallScript: true, dev: true });
    expect(withScripts(packages)).toEqual([]);
  });

  test('is refused by this check where a package of a user has a script', () => {
    expect(withScripts({ 'node_modules/built': { hasInstallScript: true } })).toEqual(['node_modules/built']);
  });
});
