import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, keepPayment, refuse, type ResourceCall } from '../call.ts';
import { checkShape, type Content, metadata } from '../content.ts';
import { type Refusal, refusals } from '../errors.ts';
import type { Payment } from '../records.ts';

const body = z.looseObject({
  order_ref: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
});

/** `PUT /payments/{id}`: order_ref, description, metadata; other fields are ignored (resource, Endpoints). */
export function updatePayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules } = world;
  const asked = contentOf(world, call);
  const byBody = 'refusal' in asked ? asked.refusal : undefined;
  const changes = 'refusal' in asked ? {} : asked.content;
  const payment = findPayment(world, call);
  const byState = stateProblem(world, payment, changes);
  const problem = rules.bodyFirst() ? (byBody ?? byState) : (byState ?? byBody);
  if (problem !== undefined) return refuse(world, problem);
  if (payment === undefined) return refuse(world, refusals.exception);
  return keepPayment(world, rules.updated(payment, changes));
}

type Changes = z.infer<typeof body>;

function contentOf({ resourceRules: rules }: World, call: ResourceCall): Content<Changes> {
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return shape;
  const { content: changes } = shape;
  if (!rules.changesFit(changes)) return { refusal: refusals.nothingToUpdate };
  const fits = changes.metadata === undefined || rules.metadataFits(changes.metadata, 'update');
  return fits ? shape : { refusal: refusals.tooManyPairs };
}

function stateProblem(
  { resourceRules: rules, clock, store }: World,
  payment: Payment | undefined,
  changes: Changes,
): Refusal | undefined {
  if (payment === undefined) return refusals.notFound;
  if (!rules.updateAllowed(payment, changes, store.resourcePayments.values()))
    return refusals.updateForbidden;
  return rules.updateInTime(payment, clock.now()) ? undefined : refusals.updateLate;
}
