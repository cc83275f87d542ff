import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { type Example, examplesOf } from './reading/examples.ts';
import { root } from './reading/sources.ts';

const guides = readdirSync(join(root, 'docs')).filter((name) => /^add-.*\.md$/.test(name));
const examples = guides.flatMap((name) => examplesOf(name, readFileSync(join(root, 'docs', name), 'utf8')));

/** An example as it must not be: the compiler is given it with the others, which shows that it looks at them. */
const wrong = {
  path: 'reports/ci/wrong.ts',
  text: "import { plain } from '../plain.ts';\nplain(1);\n",
};

it('the examples of the guides compile, each as the file that its comment names', async () => {
  expect(examples.length).toBeGreaterThan(5);
  const errors = (await compiled([...examples, wrong])).split('\n').filter((line) => line !== '');
  const isOfWrong = (line: string) => line.includes(wrong.path);
  expect(errors.filter((line) => !isOfWrong(line))).toEqual([]);
  expect(errors.filter(isOfWrong).join()).toContain("Cannot find module '../plain.ts'");
});

it('a block without a comment is refused, since it could not be compiled', () => {
  expect(() => examplesOf('page.md', '```ts\nconst one = 1;\n```\n')).toThrow('no comment');
});

/** What the compiler says of the examples, beside the sources that they import: files of a folder that stands for the root of this project. */
async function compiled(files: readonly Example[]): Promise<string> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'payproof-guides-')));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { rootDirs: [dir, root], typeRoots: [join(root, 'node_modules/@types')] },
    files: files.map(({ path }) => path),
    include: [],
  };
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/.bin/tsc');
  return promisify(execFile)(compiler, ['--noEmit', '--project', dir]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
