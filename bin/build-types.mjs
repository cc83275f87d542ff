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
const declarations = mkdtempSync(join(tmpdir(), 'payproof-types-'));
const relativeImport = /((?:from|import) ?\(?["'])(\.[^"']*)\.ts(["'])/g;

/** A declaration without its comments, each of which has lines of its own. */
function withoutComments(text) {
  let isInside = false;
  const isKept = (line) => {
    isInside ||= line.trimStart().startsWith('/**');
    const kept = !isInside;
    if (line.endsWith('*/')) isInside = false;
    return kept;
  };
  return text.split('\n').filter(isKept).join('\n');
}

/** Copies a declaration and what it imports, for ES modules (`js`) or for CommonJS (`cjs`). */
function copy(path, extension, done) {
  if (done.has(path)) return;
  done.add(path);
  const text = readFileSync(join(declarations, `${path}.d.ts`), 'utf8');
  mkdirSync(dirname(join(out, path)), { recursive: true });
  const made = text.replace(relativeImport, `$1$2.${extension}$3`);
  // The comments stand in the others, and the package should be small.
  if (extension === 'cjs') writeFileSync(join(out, `${path}.d.cts`), withoutComments(made));
  else writeFileSync(join(out, `${path}.d.ts`), made);
  for (const [, , imported] of text.matchAll(relativeImport))
    copy(normalize(join(dirname(path), imported)), extension, done);
}

try {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.types.json'), '--outDir', declarations], {
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
  rmSync(declarations, { recursive: true, force: true });
}
