import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../harness/package-root.ts';

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
};

/** The tool's version, as package.json has it. */
export const { version } = manifest;
