/** The fixed path of a public address; undefined for one without a path, which gets a new, secret one in each run. */
export function pathOf(publicUrl: string | undefined): string | undefined {
  const path = publicUrl === undefined ? '/' : new URL(publicUrl).pathname;
  return path === '/' ? undefined : path;
}
