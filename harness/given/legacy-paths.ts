/** The paths that the document shows, by operation; that of authorize is a convention. */
export const documentedPaths = {
  authorize: '/pay/authorize',
  update: '/pay/update',
  close: '/pay/close',
  capture: '/pay/capture',
  status: '/pay/status',
  refund: '/pay/refund',
} as const;

/** The paths of operations that a target has elsewhere. */
export type LegacyPaths = Readonly<Partial<Record<keyof typeof documentedPaths, string>>>;

/** A path of the document, or one below it, as the target has it. */
export function targetPath(path: string, paths: LegacyPaths | undefined): string {
  for (const [operation, own] of Object.entries(paths ?? {})) {
    const documented = documentedPaths[operation as keyof typeof documentedPaths];
    if (path === documented) return own;
    if (path === `${documented}/nothing`) return `${own}/nothing`;
  }
  return path;
}
