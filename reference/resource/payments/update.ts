import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, keepPayment, refuse, type ResourceCall } from '../call.ts';
import { checkShape, metadata } from '../content.ts';
import { refusals } from '../errors.ts';

const body = z.looseObject({
  order_ref: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
});

/** `PUT /payments/{id}`: order_ref, description, metadata; other fields are ignored (resource, Endpoints). */
export function updatePayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules } = world;
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return refuse(world, shape.refusal);
  const changes = shape.content;
  if (!rules.changesFit(changes)) return refuse(world, refusals.nothingToUpdate);
  if (changes.metadata !== undefined && !rules.metadataFits(changes.metadata, 'update'))
    return refuse(world, refusals.tooManyPairs);

  const payment = findPayment(world, call);
  if (payment === undefined) return refuse(world, refusals.notFound);
  if (!rules.updateAllowed(payment, changes, world.store.resourcePayments.values()))
    return refuse(world, refusals.updateForbidden);
  if (!rules.updateInTime(payment, world.clock.now())) return refuse(world, refusals.updateLate);
  return keepPayment(world, rules.updated(payment, changes));
}
