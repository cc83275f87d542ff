import {
  legacyOperations,
  type LegacyOperationName,
  pathOf,
  resourceOperations,
  type ResourceOperationName,
} from '../spec/operations.ts';
import type { Json } from '../engine/model.ts';
import type { ApiCall } from './wire.ts';

/** A right request of the checksum-signed interface: `of` is what its checksum is of (legacy, Authentication). */
export function legacyCall(operation: LegacyOperationName, body: Json, of: string): ApiCall {
  const { method, path } = legacyOperations[operation];
  const checksum = { of, encoding: 'hex' } as const;
  return { to: 'legacy', operation, method, path, body, credential: 'valid', checksum };
}

/** A right request of the resource interface; `segment`: the id in its path, encoded (resource, Authentication). */
export function resourceCall(operation: ResourceOperationName, segment?: string, body?: Json): ApiCall {
  const place = resourceOperations[operation];
  const path = pathOf(place, segment);
  const { method } = place;
  return {
    to: 'resource',
    operation,
    method,
    path,
    ...(body !== undefined && { body }),
    credential: 'valid',
  };
}
