import { SourceMap } from 'node:module';
import { transform } from 'esbuild';
import { expect, test } from 'vitest';

const { withLinesAlone } = (await import(new URL('../../bin/source-maps.mjs', import.meta.url).href)) as {
  withLinesAlone(mappings: string): string;
};

const source = `export function first(values: readonly number[]) {
  // What a build prints in one line.
  return values
    .map((value) => value * 2)
    .filter((value) => value > 2)
    .at(0);
}

export const second = () => ({
  some: 1, other: [
    2,
  ],
});
`;

test('a map of lines alone leads each place of a build to the same line of its source, and is smaller', async () => {
  const { code, map } = await transform(source, { loader: 'ts', sourcemap: true, sourcefile: 'a.ts' });
  const whole = JSON.parse(map) as ConstructorParameters<typeof SourceMap>[0];
  const mappings = withLinesAlone(whole.mappings);
  const [all, lines] = [new SourceMap(whole), new SourceMap({ ...whole, mappings })];
  const places = code
    .split('\n')
    .flatMap((line, at) => Array.from(line, (_, column) => [at, column] as const));
  const lineIn = (of: SourceMap) =>
    places
      .map((place) => ({ ...of.findEntry(...place) }))
      .map((one) => 'originalLine' in one && one.originalLine);
  expect(lineIn(lines)).toEqual(lineIn(all));
  expect(new Set(lineIn(all)).size).toBeGreaterThan(7);
  expect(mappings.length).toBeLessThan(whole.mappings.length / 2);
});
