import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

const longest = 250;

describe('source files', () => {
  const files = sources();

  it('have at most 250 lines', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > longest)
      .map(({ path, lines }) => `${path} has ${lines} lines`);
    expect(files.length).toBeGreaterThan(0);
    expect(long).toEqual([]);
  });

  it('have kebab-case names, and none is a barrel', () => {
    const name = /^[a-z0-9]+(-[a-z0-9]+)*(\.((slow\.)?test|suite))?\.m?[jt]s$/;
    const wrong = files.map(({ path }) => path).filter((path) => !name.test(path.split('/').at(-1) ?? ''));
    expect(wrong).toEqual([]);
    expect(files.map(({ path }) => path).filter((path) => /(^|\/)index\.m?[jt]s$/.test(path))).toEqual([]);
  });
});
