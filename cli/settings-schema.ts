import { join, relative } from 'node:path';
import { packageRoot } from '../harness/files/version.ts';

/** The JSON Schema of a targets file, in the package. */
const inPackage = 'dist/targets.schema.json';

/** The first line of a targets file, by which editors find its schema: they complete its keys and mark what is wrong. */
export function schemaLine(): string {
  const near = relative(process.cwd(), join(packageRoot, inPackage));
  // A package that stands elsewhere may be gone tomorrow.
  const path = near.startsWith('..') ? join('node_modules', 'payproof', inPackage) : near;
  return `# yaml-language-server: $schema=${path}`;
}
