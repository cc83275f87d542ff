import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../harness/files/package-root.ts';

/** Where the code stands that a plan depends on, with the versions of the libraries that draw data. */
const folders = ['engine', 'generators', 'models', 'spec'];
const manifest = 'package.json';
/** What was built and of which sources: a package holds no others. */
const record = 'dist/built.json';

let digest: string | undefined;

/** A digest of the code that makes plans, and of the Node that runs it. Read once: code does not change while it runs. */
export function codeDigest(): string {
  digest ??= digestOf(packageRoot);
  return digest;
}

/** The same for the code below a folder: its sources in a clone, and the record of its build in a package. Throws an Error where there is neither. */
export function digestOf(root: string): string {
  const hash = createHash('sha256').update(process.version);
  const isPackage = folders.some((folder) => !existsSync(join(root, folder)));
  const code = isPackage ? [record] : folders.flatMap((folder) => sourcesIn(root, folder));
  for (const file of [manifest, ...code]) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function sourcesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .toSorted();
}
