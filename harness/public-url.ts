/**
 * The path of a public address that was set by hand and stays the same; undefined for one without a path, which gets one that nobody
 * can guess, anew in each run.
 */
export function pathOf(publicUrl: string | undefined): string | undefined {
  const path = publicUrl === undefined ? '/' : new URL(publicUrl).pathname;
  return path === '/' ? undefined : path;
}
