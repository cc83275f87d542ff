import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from '../reading/sources.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().default(false),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      os: z.array(z.string()).optional(),
      hasInstallScript: z.boolean().default(false),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

describe('the lock', () => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  // The project itself has the empty path.
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  const paths = (found: typeof installed) => found.map(([path]) => path);

  it('names packages at all', () => {
    expect(installed.length).toBeGreaterThan(100);
  });

  // npm drops a platform's package from the lock when the registry lacks it; `npm ci` then rejects the lock.
  it('lists the optional packages of every platform, so that npm ci accepts it', () => {
    const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in packages) && !(`${owner}/node_modules/${name}` in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('has a SHA-512 checksum of every package that a user installs', () => {
    const unchecked = installed.filter(
      ([, { dev, integrity }]) => !dev && integrity?.startsWith('sha512-') !== true,
    );
    expect(paths(unchecked)).toEqual([]);
  });

  // The registry that the lock was made with lacks these, so it gives no checksum: docs/decisions/0001-dependencies.md.
  it('lacks the checksum of nothing but builds of the lint tools for other platforms', () => {
    const unchecked = installed.filter(([, { integrity }]) => integrity === undefined);
    const others = unchecked.filter(
      ([path, { dev, optional, os }]) =>
        !(dev && optional && os !== undefined) ||
        !/^node_modules\/@(oxc-parser\/binding-|oxlint\/binding-|oxlint-tsgolint\/)/.test(path),
    );
    expect(paths(others)).toEqual([]);
  });

  it('names no address and no folder to load a package from', () => {
    expect(paths(installed.filter(([, { resolved, link }]) => resolved !== undefined || link))).toEqual([]);
  });

  it('has an install script only where package.json forbids it and the decision says why nobody needs it', () => {
    const { allowScripts } = z
      .object({ allowScripts: z.record(z.string(), z.boolean()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    const decision = readFileSync(join(root, 'docs/decisions/0001-dependencies.md'), 'utf8');
    const scripted = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(Object.fromEntries(scripted.map((name) => [name, false]))).toEqual(allowScripts);
    expect(scripted.filter((name) => !decision.includes(`\n| ${name} `))).toEqual([]);
  });
});
