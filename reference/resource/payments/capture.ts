import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, keepPayment, refuse, type ResourceCall } from '../call.ts';
import { checkShape, metadata } from '../content.ts';
import { refusals } from '../errors.ts';

const body = z.object({ metadata: metadata.optional() });

/** `POST /payments/{id}/captures`: bills the consumer (resource, Endpoints). */
export function capturePayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock, ids } = world;
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return refuse(world, shape.refusal);
  const pairs = shape.content.metadata ?? {};
  if (!rules.metadataFits(pairs, 'capture')) return refuse(world, refusals.tooManyPairs);

  const payment = findPayment(world, call);
  if (payment === undefined) return refuse(world, refusals.notFound);
  if (!rules.captureAllowed(payment)) {
    return refuse(
      world,
      payment.status === 'REJECTED' ? refusals.rejectedCapture : refusals.captureForbidden,
    );
  }
  const now = clock.now();
  if (rules.expired(payment, now)) return refuse(world, refusals.expired);

  return keepPayment(
    world,
    rules.captured(payment, {
      id: ids.next(rules.prefix('capture')),
      createdAt: now,
      amount: rules.captureAmount(payment),
      tax: payment.order.tax,
      shipping: payment.order.shipping,
      items: payment.order.items,
      metadata: pairs,
    }),
  );
}
