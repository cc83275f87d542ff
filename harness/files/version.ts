import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

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
