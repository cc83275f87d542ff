import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from '../mutants/mutant.ts';

/** How tests ended: their exit status, or what ended them before, and how many there were. */
export interface Ended {
  readonly by: number | 'timeout' | 'interrupted';
  readonly tests: number;
  readonly ms: number;
}

/** How long tests may take, and what interrupts them. */
export interface Bounds {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The files of a checkout that git knows and that are there, as paths from its root. */
export function trackedFiles(root: string, folders: readonly string[] = []): readonly string[] {
  return execFileSync('git', ['ls-files', '-z', '--', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

/** The text with a mutant in it. */
export function textWith({ line, before, after }: Mutant, text: string): string {
  const lines = text.split('\n');
  lines.splice(line - 1, before.split('\n').length, after);
  return lines.join('\n');
}

/** A private copy of a checkout, in which the tests of one file at a time are run. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'payproof-mutants-by-tests-'));
  readonly #results = join(this.folder, 'related-tests.json');

  constructor(root: string) {
    for (const path of trackedFiles(root))
      cpSync(join(root, path), join(this.folder, path), { verbatimSymlinks: true });
    // Package by package, since Vitest keeps in this folder which tests failed last: a copy runs its own of these first.
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules')))
      if (!name.startsWith('.vite'))
        symlinkSync(join(root, 'node_modules', name), join(this.folder, 'node_modules', name), 'junction');
  }

  /** Runs the tests that import any of the files, until the first that fails. */
  async testsOf(files: readonly string[], bounds: Bounds, workers = 1): Promise<Ended> {
    const began = performance.now();
    rmSync(this.#results, { force: true });
    const by = bounds.signal.aborted ? 'interrupted' : await this.#vitest(files, bounds, workers);
    return { by, tests: typeof by === 'number' ? this.#testsRun() : 0, ms: performance.now() - began };
  }

  /** The same of the file of a mutant, with the mutant in it; the file is then as before. */
  async testsWith(mutant: Mutant, bounds: Bounds): Promise<Ended> {
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, textWith(mutant, text));
    try {
      return await this.testsOf([mutant.file], bounds);
    } finally {
      writeFileSync(path, text);
    }
  }

  async #vitest(
    files: readonly string[],
    { timeoutMs, signal }: Bounds,
    workers: number,
  ): Promise<Ended['by']> {
    const child = spawn(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'related',
        ...files,
        '--run',
        '--project',
        'self',
        '--bail',
        '1',
        `--maxWorkers=${workers}`,
        '--reporter=json',
        `--outputFile=${this.#results}`,
      ],
      // A group of its own, since the workers must end with it.
      { cwd: this.folder, stdio: 'ignore', detached: true },
    );
    let why: 'timeout' | 'interrupted' | undefined;
    const end = (reason: typeof why) => {
      why = reason;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    const interrupted = () => end('interrupted');
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    signal.addEventListener('abort', interrupted, { once: true });
    try {
      return await new Promise<Ended['by']>((resolve, reject) => {
        child.once('error', reject);
        // A run that the system ended, such as when memory ran out, counts as red.
        child.once('exit', (status) => resolve(why ?? status ?? 1));
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupted);
    }
  }

  /** Vitest writes nothing where no file of tests imports what was asked for. */
  #testsRun(): number {
    if (!existsSync(this.#results)) return 0;
    return (JSON.parse(readFileSync(this.#results, 'utf8')) as { numTotalTests: number }).numTotalTests;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
