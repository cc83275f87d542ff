import { parseSync } from 'oxc-parser';
import { check } from 'recheck';
import { describe, expect, test } from 'vitest';
import { programRooms, sources, type Source } from './reading/sources.ts';

/** A regular expression that stands in a file. */
interface Expression {
  /** The file and the line. */
  readonly at: string;
  readonly pattern: string;
  readonly flags: string;
  /** What the check says of it where it does not hold it for safe. */
  readonly because?: string;
}

/** Those that take more than one step for each character, and why no text makes them slow. */
const bounded: Readonly<Record<string, string>> = {
  '^[\\s<>[\\](){}"\'_-]+|[\\s<>[\\](){}"\'_-]+$': 'its text is 200 characters long at most',
  '[^\\s"\'<>@:,;()[\\]{}\\\\/=&?]{1,64}(?:@|%40)[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}':
    'it begins 64 times before an @, and reads 63 characters behind it each time',
};

/** Times for one expression, ms: where the first is not enough, on a busy machine, nothing is known of it yet. */
const timeouts = [20_000, 120_000] as const;
/** It tries texts at random: the same ones each time, so that a check is red again where it was red. */
const randomSeed = 1;
/** Makes the number of characters that it reads decide, and not how long that takes. */
const untimed = { attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const;

describe('the regular expressions of the program', () => {
  test('take a time that grows with the length of a text and no faster, whatever the text is', async () => {
    const rooms: ReadonlySet<string> = new Set(programRooms);
    const all = expressionsIn(sources().filter(({ path }) => rooms.has(path.split('/')[0] ?? '')));
    expect(all.length).toBeGreaterThan(200);
    const slow = await slowOf(all);
    expect(slow.filter(({ pattern }) => !(pattern in bounded)).map(lineOf)).toEqual([]);
    const found = new Set(slow.map(({ pattern }) => pattern));
    expect(Object.keys(bounded).filter((pattern) => !found.has(pattern))).toEqual([]);
  }, 600_000);
});

describe('the check of regular expressions', () => {
  test.each([
    ['one that tries each run of characters anew', 'export const form = /\\d.*[^\\d\\s]|[^\\d\\s].*\\d/;'],
    ['one that trims', "export const trimmed = (text) => text.replace(/=+$/, '');"],
    ['one that tries each division', 'const words = /^(?:\\w+\\s?)+$/;'],
  ])('finds %s', async (_what, text) => {
    expect(await slowOf(expressionsIn([{ path: 'spec/seeded.ts', text }]))).toHaveLength(1);
  });
});

async function slowOf(all: readonly Expression[]): Promise<readonly Expression[]> {
  const slow: Expression[] = [];
  for (const one of all) {
    // It knows no sets of characters, which no expression here has: the flags mean the same otherwise.
    const flags = one.flags.replace('v', 'u');
    let found = await check(one.pattern, flags, { timeout: timeouts[0], randomSeed });
    if (found.status === 'unknown')
      found = await check(one.pattern, flags, { timeout: timeouts[1], randomSeed });
    // On a busy machine an expression was held for slow that is not.
    if (found.status === 'vulnerable' && !(one.pattern in bounded))
      found = await check(one.pattern, flags, { timeout: timeouts[1], randomSeed, ...untimed });
    if (found.status === 'safe') continue;
    const because =
      found.status === 'unknown' ? `not known: ${JSON.stringify(found.error)}` : found.complexity.summary;
    slow.push({ ...one, because });
  }
  return slow;
}

const lineOf = ({ at, pattern, flags, because = '' }: Expression): string =>
  `${at}: /${pattern}/${flags}: ${because}`;

function expressionsIn(files: readonly Source[]): readonly Expression[] {
  return files.flatMap(({ path, text }) => {
    const found: Expression[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('regex' in node && 'start' in node) {
        const { regex, start } = node as { readonly regex: Omit<Expression, 'at'>; readonly start: number };
        found.push({ at: `${path}:${text.slice(0, start).split('\n').length}`, ...regex });
      }
      for (const inner of Object.values(node)) visit(inner);
    };
    visit(parseSync(path, text).program);
    return found;
  });
}
