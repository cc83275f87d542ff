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

/** Copies a declaration and what it imports, for ES modules (`js`) or for CommonJS (`cjs`). */
function copy(path, extension, done) {
  if (done.has(path)) return;
  done.add(path);
  const text = readFileSync(join(made, `${path}.d.ts`), 'utf8');
  mkdirSync(dirname(join(out, path)), { recursive: true });
  const name = `${path}.d.${extension === 'cjs' ? 'cts' : 'ts'}`;
  writeFileSync(join(out, name), text.replace(relativeImport, `$1$2.${extension}$3`));
  for (const [, , imported] of text.matchAll(relativeImport))
    copy(normalize(join(dirname(path), imported)), extension, done);
}

try {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json'), '--outDir', made], {
    stdio: 'inherit',
  });
  rmSync(out, { recursive: true, force: true });
  const done = { js: new Set(), cjs: new Set() };
  const declared = JSON.stringify(entries).matchAll(/"types":"\.\/dist\/types\/([^"]+?)\.d\.(ts|cts)"/g);
  for (const [, path, of] of declared) {
    const extension = of === 'cts' ? 'cjs' : 'js';
    copy(path, extension, done[extension]);
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
