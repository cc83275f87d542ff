import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from '../mutants/mutant.ts';

/** How the tests of a file ended: their exit status, or what ended them before. */
export type Ended = number | 'timeout' | 'interrupted';

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
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction');
  }

  /** Runs the tests that import the file, until the first that fails. */
  async testsOf(file: string, timeoutMs: number, signal: AbortSignal): Promise<Ended> {
    if (signal.aborted) return 'interrupted';
    rmSync(this.#results, { force: true });
    const child = spawn(
      process.execPath,
      [
        ...['node_modules/vitest/vitest.mjs', 'related', file, '--run', '--project', 'self'],
        ...['--bail', '1', '--maxWorkers=1', '--reporter=json', `--outputFile=${this.#results}`],
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
      return await new Promise<Ended>((resolve, reject) => {
        child.once('error', reject);
        // Ended by a signal that is not ours, such as for want of memory, it is as red as any other failure.
        child.once('exit', (status) => resolve(why ?? status ?? 1));
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupted);
    }
  }

  /** The same with a mutant in the file, which is then as before. */
  async testsWith(mutant: Mutant, timeoutMs: number, signal: AbortSignal): Promise<Ended> {
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, textWith(mutant, text));
    try {
      return await this.testsOf(mutant.file, timeoutMs, signal);
    } finally {
      writeFileSync(path, text);
    }
  }

  /** How many tests the last run had. Vitest writes nothing where no file of tests imports the file. */
  testsInLastRun(): number {
    if (!existsSync(this.#results)) return 0;
    return (JSON.parse(readFileSync(this.#results, 'utf8')) as { numTotalTests: number }).numTotalTests;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
