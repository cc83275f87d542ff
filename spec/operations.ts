/** Where an operation is, by which method, and which fields of its bodies hold ids. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the interface's base URL. `{id}`: of the payment or the token that it is about. */
  readonly path: string;
  /** What it belongs to, and an `{id}` in its path names. */
  readonly of?: 'payment' | 'token';
  /** The field of the request that names each entity that it is about. */
  readonly uses?: Readonly<Partial<Record<Entity, string>>>;
  /** The field of the reply that names each entity that it has made. */
  readonly makes?: Readonly<Partial<Record<Entity, string>>>;
  /** The list of the reply in which each entity that it has made is an entry with an `id`. */
  readonly lists?: Readonly<Partial<Record<Entity, string>>>;
}

type Entity = 'payment' | 'capture' | 'refund' | 'token';

const ofPayment = { payment: 'payment_id' } as const;

/** The operations of the checksum-signed interface (legacy, Endpoints). The path of authorize is a convention: the document does not show it. */
export const legacyOperations = {
  authorize: { method: 'POST', path: '/pay/authorize', makes: ofPayment },
  update: { method: 'POST', path: '/pay/update', uses: ofPayment },
  close: { method: 'POST', path: '/pay/close', uses: ofPayment },
  capture: { method: 'POST', path: '/pay/capture', uses: ofPayment, makes: { capture: 'capture_id' } },
  status: { method: 'POST', path: '/pay/status', uses: ofPayment },
  refund: { method: 'POST', path: '/pay/refund', uses: { capture: 'capture_id' } },
} as const satisfies Readonly<Record<string, Operation>>;

/** An operation of the checksum-signed interface. */
export type LegacyOperationName = keyof typeof legacyOperations;

/** The operations of the resource interface (resource, Endpoints). */
export const resourceOperations = {
  create: {
    of: 'payment',
    method: 'POST',
    path: '/payments',
    uses: { token: 'token_id' },
    makes: { payment: 'id' },
  },
  get: { of: 'payment', method: 'GET', path: '/payments/{id}' },
  update: { of: 'payment', method: 'PUT', path: '/payments/{id}' },
  capture: { of: 'payment', method: 'POST', path: '/payments/{id}/captures', lists: { capture: 'captures' } },
  refund: {
    of: 'payment',
    method: 'POST',
    path: '/payments/{id}/refunds',
    uses: { capture: 'capture_id' },
    lists: { refund: 'refunds' },
  },
  close: { of: 'payment', method: 'POST', path: '/payments/{id}/close' },
  'token-list': { of: 'token', method: 'GET', path: '/tokens/' },
  'token-get': { of: 'token', method: 'GET', path: '/tokens/{id}' },
  suspend: { of: 'token', method: 'POST', path: '/tokens/{id}/suspend' },
  resume: { of: 'token', method: 'POST', path: '/tokens/{id}/resume' },
  delete: { of: 'token', method: 'POST', path: '/tokens/{id}/delete' },
} as const satisfies Readonly<Record<string, Operation>>;

/** An operation of the resource interface. */
export type ResourceOperationName = keyof typeof resourceOperations;

/** An operation of either interface. */
export type OperationName = LegacyOperationName | ResourceOperationName;

/** The path of an operation for an id, which must be encoded as a path's segment. */
export function pathOf({ path }: Operation, id = ''): string {
  return path.replace('{id}', () => id);
}

/** What any path of an operation looks like; `below`: what follows it, as a regular expression. */
export function pathForm({ path }: Operation, below = ''): RegExp {
  return new RegExp(`^${path.replace('{id}', '[^/]+')}${below}$`);
}

/** The fields of the legacy interface that name a payment and a capture, in requests, replies and notifications alike. */
export const legacyIds = { ...legacyOperations.authorize.makes, ...legacyOperations.capture.makes } as const;
