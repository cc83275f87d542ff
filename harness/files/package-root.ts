import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
