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
  return join(asked ?? findCacheDirectory({ name }) ?? envPaths(name, { suffix: '' }).cache, 'plans');
}
