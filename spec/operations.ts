/** Where an operation is, and by which method. */
interface Place {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the interface's base URL. `{id}`: of the payment or the token that it is about. */
  readonly path: string;
}

/** The operations of the checksum-signed interface (legacy, Endpoints). The path of authorize is a convention: the document does not show it. */
export const legacyOperations = {
  authorize: { method: 'POST', path: '/pay/authorize' },
  update: { method: 'POST', path: '/pay/update' },
  close: { method: 'POST', path: '/pay/close' },
  capture: { method: 'POST', path: '/pay/capture' },
  status: { method: 'POST', path: '/pay/status' },
  refund: { method: 'POST', path: '/pay/refund' },
} as const satisfies Readonly<Record<string, Place>>;

/** An operation of the checksum-signed interface. */
export type LegacyOperationName = keyof typeof legacyOperations;

/** The operations of the resource interface (resource, Endpoints). */
export const resourceOperations = {
  create: { method: 'POST', path: '/payments' },
  get: { method: 'GET', path: '/payments/{id}' },
  update: { method: 'PUT', path: '/payments/{id}' },
  capture: { method: 'POST', path: '/payments/{id}/captures' },
  refund: { method: 'POST', path: '/payments/{id}/refunds' },
  close: { method: 'POST', path: '/payments/{id}/close' },
  'token-list': { method: 'GET', path: '/tokens/' },
  'token-get': { method: 'GET', path: '/tokens/{id}' },
  suspend: { method: 'POST', path: '/tokens/{id}/suspend' },
  resume: { method: 'POST', path: '/tokens/{id}/resume' },
  delete: { method: 'POST', path: '/tokens/{id}/delete' },
} as const satisfies Readonly<Record<string, Place>>;

/** An operation of the resource interface. */
export type ResourceOperationName = keyof typeof resourceOperations;

/** The path of an operation for an id, which must be encoded as a path's segment. */
export function pathOf({ path }: Place, id = ''): string {
  return path.replace('{id}', () => id);
}

/** What any path of an operation looks like; `below`: what follows it, as a regular expression. */
export function pathForm({ path }: Place, below = ''): RegExp {
  return new RegExp(`^${path.replace('{id}', '[^/]+')}${below}$`);
}
