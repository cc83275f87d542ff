import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, freshId, keepPayment, refuse, refusedByToken, type ResourceCall } from '../call.ts';
import { checkShape, type Content, metadata } from '../content.ts';
import { type Refusal, refusals } from '../errors.ts';
import type { Metadata, Payment } from '../records.ts';

const body = z.object({ metadata: metadata.optional() });

/** `POST /payments/{id}/captures`: bills the consumer (resource, Endpoints). */
export function capturePayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const payment = findPayment(world, call);
  const now = clock.now();
  const asked = contentOf(world, call);
  const byBody = 'refusal' in asked ? asked.refusal : undefined;
  const byState = stateProblem(world, payment, now);
  const problem = rules.bodyFirst() ? (byBody ?? byState) : (byState ?? byBody);
  if (problem !== undefined) return refuse(world, problem);
  if (payment === undefined || 'refusal' in asked) return refuse(world, refusals.exception);

  return keepPayment(
    world,
    rules.captured(payment, {
      id: freshId(world, 'capture'),
      createdAt: now,
      amount: rules.captureAmount(payment),
      ...rules.captureParts(payment),
      metadata: asked.content,
    }),
  );
}

function contentOf(world: World, call: ResourceCall): Content<Metadata> {
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return shape;
  const pairs = shape.content.metadata ?? {};
  const fits = world.resourceRules.metadataFits(pairs, 'capture');
  return fits ? { content: pairs } : { refusal: refusals.tooManyPairs };
}

function stateProblem(world: World, payment: Payment | undefined, now: number): Refusal | undefined {
  const { resourceRules: rules, store } = world;
  if (payment === undefined) return refusals.notFound;
  // Decided by the stored payment: the merchant did not cause its expiry.
  const kept = store.resourcePayments.get(payment.id) ?? payment;
  if (!rules.captureAllowed(kept))
    return kept.status === 'REJECTED' ? refusals.rejectedCapture : refusals.captureForbidden;
  return rules.expired(kept, now) ? rules.expiredRefusal(payment) : refusedByToken(world, payment);
}
