import { readFileSync, existsSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What stands in the package's folder, and in no folder of its sources or its build. */
const mark = 'package.json';

/** The folder of this package, whatever the working directory is, and whether this is a source or was built. */
export const packageRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  if (existsSync(join(folder, mark))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`payproof is not complete: there is no ${mark} above its code`);
  return rootAbove(above);
}

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
};

/** The tool's version, as package.json has it. */
export const { version } = manifest;

/** Put in by the build (`bin/build.mjs`). */
declare const PAYPROOF_COMMIT: string | undefined;

/** The commit that the program was built of, with `-dirty` where its files were changed; null where that is not known, as for sources that run as they are. */
export const commit = typeof PAYPROOF_COMMIT === 'string' ? PAYPROOF_COMMIT : null;

/** What the reference says that it runs. */
export const builtReference = `payproof reference ${version}${commit === null ? '' : ` (${commit})`}`;
