import type { JsonObject } from '../json.ts';
import type { HandlerReply, ReplyBody } from '../seams.ts';
import type { World } from '../world.ts';
import type { LegacyOperationName } from './rules.ts';

/** A request about a known payment that was rejected counts as a failed operation, where a profile says so. */
export function notifyRejected(world: World, operation: LegacyOperationName, body: JsonObject): void {
  if (operation === 'authorize' || operation === 'status') return;
  const { payment_id: named, capture_id: captured } = body;
  const capture = typeof captured === 'string' ? world.store.legacyCaptures.get(captured) : undefined;
  const id = capture?.paymentId ?? named;
  if (typeof id !== 'string' || world.store.legacyPayments.get(id) === undefined) return;
  const status = `${operation}_fail` as const;
  world.events.emit({
    status,
    paymentId: id,
    ...(capture !== undefined && { captureId: capture.id, reason: 'bad_checksum' }),
  });
}

/** A request about a payment that does not exist counts as a failed operation, where a profile says so. */
export function notifyUnknown(world: World, operation: LegacyOperationName, reply: HandlerReply): void {
  if (operation === 'authorize' || operation === 'status' || operation === 'refund') return;
  const { reason, payment_id: id } = reply.body as ReplyBody;
  if (reason !== 'unknown_payment' || typeof id !== 'string') return;
  world.events.emit({ status: `${operation}_fail`, paymentId: id });
}
