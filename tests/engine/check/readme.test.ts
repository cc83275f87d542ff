import { execFile } from 'node:child_process';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { FaultsFound } from '../../../engine/check/faults.ts';
import type { Gap } from '../../../engine/identify/gaps.ts';
import type { Suite } from '../../../engine/identify/suite.ts';
import { blocksOf } from '../../house/reading/blocks.ts';
import { root } from '../../house/reading/sources.ts';

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'payproof-engine-')));
symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
afterAll(() => rmSync(dir, { recursive: true }));

const page = blocksOf(readFileSync(join(root, 'engine/README.md'), 'utf8'));
const code = page.filter(({ language }) => language === 'ts').map(({ text }) => text);
const [printed] = page.filter(({ language }) => language === 'text').map(({ text }) => text);

interface Door {
  readonly suite: Suite;
  readonly gaps: readonly Gap[];
}

/** A block of code as a file that imports the sources. */
function written(name: string, text = ''): string {
  const file = join(dir, name);
  writeFileSync(file, text.replace("from 'payproof/engine'", `from '${join(root, 'api/engine.ts')}'`));
  return file;
}

/** The examples in the comments above what is exported. */
const examples = ['engine/build', 'engine/check', 'engine/inputs', 'api'].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((name) =>
    [...readFileSync(join(root, folder, name), 'utf8').matchAll(/ \* ```ts\n([\s\S]*?) \* ```/g)].map(
      ([, text = '']) => text.replaceAll(/^ \* ?/gm, ''),
    ),
  ),
);

test("the engine's README begins with an example that is whole, and fails as it says", async () => {
  const file = pathToFileURL(written('first.ts', code[0]));
  const failed: unknown = await import(file.href).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: 'CheckError', message: printed?.trimEnd() });
});

test("the engine's README shows faults of which its model of a till misses one", async () => {
  const [model, service, faults] = ['const till', 'const register', 'const tried'].map((named) =>
    code.find((text) => text.includes(named))?.replaceAll(/^import .*$/gm, ''),
  );
  const imports = `import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { coveragePage } from '${join(root, 'api/engine-page.ts')}';
import { check, functions, machine, tryFaults } from 'payproof/engine';`;
  const file = written('till.ts', [imports, model, service, faults].join('\n'));
  const { tried } = (await import(pathToFileURL(file).href)) as { tried(): Promise<FaultsFound> };
  const { found, missed, untried } = await tried();
  expect({ found, missed, untried }).toEqual({
    found: ['nothing is free'],
    missed: ['large payments are not kept'],
    untried: [],
  });
});

test("the engine's README shows a door with a complete suite: twelve requests, no gaps", async () => {
  const { suite, gaps } = (await import(pathToFileURL(written('door.ts', code.at(-1))).href)) as Door;
  expect([suite.sequences.flat().length, gaps]).toEqual([12, []]);
});

test('the code of the README, and the examples of what is exported, compile against the exports', async () => {
  expect(examples.length).toBeGreaterThan(4);
  const files = [...examples, code.join('\n'), "import { check } from 'payproof/engine';\ncheck(1);\n"];
  for (const [index, text] of files.entries()) writeFileSync(join(dir, `${index}.ts`), text);
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: {
        'payproof/engine': [join(root, 'api/engine.ts')],
        'payproof/engine/http': [join(root, 'api/engine-http.ts')],
        'payproof/engine/page': [join(root, 'api/engine-page.ts')],
      },
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: files.map((_, index) => `${index}.ts`),
    include: [],
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/.bin/tsc');
  const said = await promisify(execFile)(compiler, ['--noEmit', '--project', dir]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  const errors = said.split('\n').filter((line) => /^\S/.test(line));
  // The last one is wrong, which shows that the compiler looks at them.
  expect(errors).toEqual([expect.stringContaining(`${files.length - 1}.ts`)]);
});
