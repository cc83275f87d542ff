import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf } from '../../../suites/plans/plan-cache.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'payproof-digest-'));
  put('package.json', '{}');
  // The package has this page of the engine's folder, and none of its code.
  put('engine/README.md', 'the engine');
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Whether the digest is another one once a file holds something else, and the same once it holds what it held. */
function dependsOn(path: string, before: string): boolean {
  const first = digestOf(root);
  put(path, `${before} `);
  const changed = digestOf(root);
  put(path, before);
  expect(digestOf(root)).toBe(first);
  return changed !== first;
}

test('the digest of a clone is of the sources of plans and of package.json, and not of a build', () => {
  for (const folder of ['engine', 'generators', 'models', 'spec']) put(`${folder}/deep/one.ts`, 'code');
  put('reports/one.ts', 'code');
  put('dist/built.json', '{}');
  for (const folder of ['engine', 'generators', 'models', 'spec'])
    expect(dependsOn(`${folder}/deep/one.ts`, 'code')).toBe(true);
  expect(dependsOn('package.json', '{}')).toBe(true);
  expect(dependsOn('dist/built.json', '{}')).toBe(false);
  expect(dependsOn('reports/one.ts', 'code')).toBe(false);
});

test('the digest of a package is of the record of its build, which names every source with what it held', () => {
  put('dist/built.json', '{"digest":"1"}');
  expect(dependsOn('dist/built.json', '{"digest":"1"}')).toBe(true);
  expect(dependsOn('package.json', '{}')).toBe(true);
});

test('code that is neither sources nor a build has no digest', () => {
  expect(() => digestOf(root)).toThrow('built.json');
});
