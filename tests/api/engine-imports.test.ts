import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from '../house/reading/imports.ts';
import { sources } from '../house/reading/sources.ts';

const texts = new Map(sources().map(({ path, text }) => [path, text]));

/** The files and packages that a file loads when it is imported, those of its types left out. */
function loadedBy(path: string): ReadonlySet<string> {
  const found = new Set([path]);
  for (const file of found)
    for (const { from, typeOnly } of importsOf(texts.get(file) ?? ''))
      if (!typeOnly) found.add(from.startsWith('.') ? posix.join(posix.dirname(file), from) : from);
  return found;
}

const roomsAndPackages = (path: string): readonly string[] =>
  [
    ...new Set([...loadedBy(path)].map((one) => (texts.has(one) ? (one.split('/')[0] ?? '') : one))),
  ].toSorted();

test('the engine loads nothing but itself and fast-check, its driver for HTTP undici too, and its page what escapes texts', () => {
  expect(roomsAndPackages('api/engine.ts')).toEqual(['api', 'engine', 'fast-check']);
  expect(roomsAndPackages('api/engine-http.ts')).toEqual(['api', 'undici']);
  expect(roomsAndPackages('api/engine-page.ts')).toEqual(['api', 'node:crypto', 'reports', 'spec']);
  expect([...loadedBy('api/engine-page.ts')].filter((one) => one.startsWith('spec/'))).toEqual([
    'spec/forms.ts',
  ]);
});

test('the reading of what is loaded finds what payments need', () => {
  expect(roomsAndPackages('api/payproof.ts')).toEqual(
    expect.arrayContaining(['cli', 'spec', 'undici', 'zod']),
  );
});
