import { expect, test } from 'vitest';
import { openFilesOf, requireOpenFiles } from '../../../harness/preflight/open-files.ts';
import { bothInterfaces } from '../../support/setups/both-interfaces.ts';

const { limits } = bothInterfaces();
const of = (kind: 'embedded' | 'remote', concurrency: number) => ({
  kind,
  limits: { ...limits, concurrency },
});

test.each([
  ['embedded', 8, 256],
  ['remote', 8, 160],
  ['remote', 64, 384],
] as const)(
  'a run on the %s target with %i requests at once may have %i files open',
  (kind, concurrency, files) => {
    expect(openFilesOf(of(kind, concurrency))).toBe(files);
  },
);

test('a process that may open fewer is told so, and by what more are allowed', () => {
  expect(() => requireOpenFiles(of('remote', 8), 159)).toThrow(
    "This process may have 159 files open at once (ulimit -n), and a run with limits.concurrency 8 needs 160. Allow more, as with 'ulimit -n 1024', or lower limits.concurrency.",
  );
  for (const most of [160, 1_048_576, undefined])
    expect(() => requireOpenFiles(of('remote', 8), most)).not.toThrow();
});
