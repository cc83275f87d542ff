import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { packageRoot } from '../../harness/files/version.ts';
import { programRooms } from '../../tests/house/reading/sources.ts';
import { mutantsOf, readMoved, type Moved, type Mutant } from './mutant.ts';

/** What the suites need to run, beside the reference itself. */
const rooms = [...programRooms, 'tools/mutants'];
const rootFiles = ['package.json', 'targets.yaml', 'tsconfig.json'];

/** Not part of the server that is certified: what makes it wrong, different or unsteady on purpose, and what steers it from outside. */
const leftOut =
  /^reference\/(faults|choices|control)(\/|\.ts$)|^reference\/(erratic|profiles|resource\/control|webhooks\/chaos)\.ts$/;

/** A copy of the package whose reference holds all mutants, each behind a switch. */
export interface Instrumented {
  readonly folder: string;
  readonly mutants: readonly Mutant[];
}

/** The files of the reference that are mutated, below the package. */
export function mutatedFiles(): readonly string[] {
  return readdirSync(join(packageRoot, 'reference'), { recursive: true, encoding: 'utf8' })
    .map((path) => `reference/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !leftOut.test(path))
    .sort();
}

/** Writes the copy into a new temporary folder. `files` are mutated, the others are as they are. */
export async function instrument(files: readonly string[] = mutatedFiles()): Promise<Instrumented> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(packageRoot, file), 'utf8')]));
  const { written, mutants } = await mutated(texts, readMoved());
  const folder = mkdtempSync(join(tmpdir(), 'payproof-mutants-'));
  for (const room of rooms) {
    mkdirSync(dirname(join(folder, room)), { recursive: true });
    cpSync(join(packageRoot, room), join(folder, room), { recursive: true });
  }
  for (const file of rootFiles) cpSync(join(packageRoot, file), join(folder, file));
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const { name, content } of written) writeFileSync(join(folder, name), content);
  return { folder, mutants };
}

/** All mutants of files, given as texts by their paths, and the files with all of them behind switches. */
export async function mutated(texts: ReadonlyMap<string, string>, moved: Moved = {}) {
  const { files: written, mutants } = await new Instrumenter(silent).instrument(
    [...texts].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  return { written, mutants: mutantsOf(mutants, texts, moved) };
}

const no = () => false;
const ignore = () => undefined;

/** The instrumenter wants a logger. */
const silent: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
