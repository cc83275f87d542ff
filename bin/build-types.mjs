import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the types of what others import into `dist/types/`: of all declarations that the compiler makes, those that the exports lead to. tsc keeps
 * the `.ts` of an import in declarations, which other projects can't import.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const out = join(root, 'dist/types');
const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const made = mkdtempSync(join(tmpdir(), 'payproof-types-'));
const relativeImport = /((?:from|import) ?\(?["'])(\.[^"']*)\.ts(["'])/g;

/** Copies a declaration and what it imports. */
function copy(path, done) {
  if (done.has(path)) return;
  done.add(path);
  const text = readFileSync(join(made, `${path}.d.ts`), 'utf8');
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, `${path}.d.ts`), text.replace(relativeImport, '$1$2.js$3'));
  for (const [, , imported] of text.matchAll(relativeImport))
    copy(normalize(join(dirname(path), imported)), done);
}

try {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json'), '--outDir', made], {
    stdio: 'inherit',
  });
  rmSync(out, { recursive: true, force: true });
  const done = new Set();
  for (const { types } of Object.values(entries)) {
    if (types !== undefined) copy(types.replace('./dist/types/', '').replace(/\.d\.ts$/, ''), done);
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
