/** Codes that the document binds to one cause each (Errors), so that none of them can stand for another. */
const bound: ReadonlySet<unknown> = new Set([
  '404',
  'authentication.failed',
  'authorization.failed',
  'method.invalid',
  'media_type.unsupported',
  'service.exception',
  'version.unknown',
  'payment.authorization.expired',
  'payment.refund.amount',
  'payment.refund.captureId',
  'token.suspended',
  'token.not_found',
]);

/**
 * Whether a code can stand for a cause that the document gives none: any that it does not list, since further codes may appear, any that
 * is about no cause in particular, and those of `own`, which name this very cause.
 */
export const fitsOpenCause =
  (...own: readonly string[]) =>
  (code: unknown): boolean =>
    !bound.has(code) || own.includes(code as string);
