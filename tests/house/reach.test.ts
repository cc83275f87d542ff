import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './reading/imports.ts';
import { sources } from './reading/sources.ts';

describe('what a reader has to open', () => {
  const texts = new Map(sources().map(({ path, text }) => [path, text]));

  it.each(['models/legacy/close.ts'])(
    '%s reaches fewer than 1,000 lines, its own and types included',
    (start) => {
      const reached = reachedFrom(start, texts);
      expect(reached.length).toBeGreaterThan(1);
      const lines = reached.map((path) => ({ path, lines: texts.get(path)?.split('\n').length ?? 0 }));
      const sum = lines.reduce((sofar, one) => sofar + one.lines, 0);
      expect(sum, lines.map((one) => `${one.lines} ${one.path}`).join('\n')).toBeLessThan(1000);
    },
  );
});

/** The project's files that one imports, directly or not, by value or by type; itself first. */
function reachedFrom(start: string, texts: ReadonlyMap<string, string>): readonly string[] {
  const reached = new Set([start]);
  for (const path of reached) {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} is imported but not there`);
    for (const { from } of importsOf(text)) {
      if (from.startsWith('.')) reached.add(posix.join(posix.dirname(path), from));
    }
  }
  return [...reached];
}
