import { fileURLToPath } from 'node:url';

/** Folder of this package, whatever the working directory is. Ends with a slash. */
export const packageRoot = fileURLToPath(new URL('../', import.meta.url));
