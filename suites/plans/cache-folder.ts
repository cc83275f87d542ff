import { join } from 'node:path';
import envPaths from 'env-paths';
import findCacheDirectory from 'find-cache-directory';

const name = 'payproof';

/**
 * Where plans are kept: the folder that PAYPROOF_CACHE names, that of the package in whose folder the command is given
 * (`node_modules/.cache/payproof`), or the user's own. Undefined where PAYPROOF_CACHE is `off`.
 */
export function cacheFolder(): string | undefined {
  const { PAYPROOF_CACHE: asked } = process.env;
  if (asked === 'off') return undefined;
  // An empty value is what a shell leaves of a variable that is not set.
  return join(asked || (findCacheDirectory({ name }) ?? envPaths(name, { suffix: '' }).cache), 'plans');
}
