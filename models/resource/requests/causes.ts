/** Codes that the document binds to one cause each (Errors), so they cannot stand for another. */
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

/** Every code that the document lists (Errors). */
const listed: ReadonlySet<unknown> = new Set([
  ...bound,
  'request_content.malformed',
  'request_entity.invalid',
  'service.conflict',
  'service.forbidden',
]);

/** Whether a code is one that the document does not list: such codes may appear. */
export const isUnlisted = (code: unknown): boolean => typeof code === 'string' && !listed.has(code);

/**
 * Whether a code fits a cause without a documented code: an undocumented code, one without a particular cause, or one of `own`, which name
 * this cause.
 */
export const fitsOpenCause =
  (...own: readonly string[]) =>
  (code: unknown): boolean =>
    !bound.has(code) || own.includes(code as string);
