import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../harness/package-root.ts';

/** Where the code stands that a plan depends on, with the versions of the libraries that draw data. */
const folders = ['engine', 'generators', 'models', 'spec'];
const manifest = 'package.json';

let digest: string | undefined;

/** A digest of the code that makes plans, and of the Node that runs it. Read once: code does not change while it runs. */
export function codeDigest(): string {
  digest ??= computed();
  return digest;
}

function computed(): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of [manifest, ...folders.flatMap(sourcesIn)])
    hash.update(`${file}\n`).update(readFileSync(join(packageRoot, file)));
  return hash.digest('hex');
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(packageRoot, join(parentPath, name)))
    .toSorted();
}
