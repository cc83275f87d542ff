import { expect, test } from 'vitest';
import { sources, type Source } from './reading/sources.ts';

/** Where everything that a command prints is made plain. */
const printer = 'cli/command/terminal.ts';

/** What is printed by itself, or asked. */
const exceptions: Readonly<Record<string, string>> = {
  'cli/progress/show-progress.ts: process.stderr':
    'draws one line again and again, of texts made plain there',
  'cli/run/prompt-pin.ts: process.stderr': 'asks a person for a PIN in words of ours',
  'cli/main.ts: process.stdout': 'only listens for its errors',
  'cli/main.ts: process.stderr': 'only listens for its errors',
};

test('everything that a command prints passes one place', () => {
  const found = new Set(printing(sources()));
  expect([...found].filter((place) => !(place in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((place) => !found.has(place))).toEqual([]);
});

test.each(["process.stdout.write('a')", 'process.stderr.write(text)', 'console.log(text)'])(
  'the check finds what prints elsewhere: %s',
  (text) => {
    expect(printing([{ path: 'cli/seeded.ts', text }])).not.toEqual([]);
  },
);

const rooms = ['api/', 'cli/', 'engine/', 'generators/', 'harness/', 'models/', 'reports/', 'suites/'];

function printing(files: readonly Source[]): readonly string[] {
  return files
    .filter(({ path }) => path !== printer && rooms.some((room) => path.startsWith(room)))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bprocess\.std(?:out|err)|\bconsole\.\w+(?=\()/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    );
}
