import { Big } from 'big.js';
import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, freshId, keepPayment, refuse, refusedByToken, type ResourceCall } from '../call.ts';
import { checkShape, metadata } from '../content.ts';
import { refusals } from '../errors.ts';

const body = z.object({
  capture_id: z.string(),
  amount: z.number().optional(),
  reason: z.string().optional(),
  metadata: metadata.optional(),
});

const uncaptured = {
  AUTHORIZED: refusals.notCaptured,
  CLOSED: refusals.closedUncaptured,
  REJECTED: refusals.rejectedRefund,
} as const;

/** `POST /payments/{id}/refunds`: returns part or all of a capture (resource, Endpoints). */
export function refundPayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return refuse(world, shape.refusal);
  const asked = shape.content;
  const pairs = asked.metadata ?? {};
  if (!rules.metadataFits(pairs, 'refund')) return refuse(world, refusals.tooManyPairs);
  if (asked.reason !== undefined && !rules.refundReasonFits(asked.reason))
    return refuse(world, refusals.refundReason);

  const payment = findPayment(world, call);
  if (payment === undefined) return refuse(world, refusals.notFound);
  if (!rules.refundAllowed(payment)) {
    return refuse(world, uncaptured[payment.status]);
  }
  const byToken = refusedByToken(world, payment);
  if (byToken !== undefined) return refuse(world, byToken);
  if (!rules.refundInTime(payment, clock.now())) return refuse(world, refusals.refundLate);
  const capture = rules.captureToRefund(payment, asked.capture_id);
  if (capture === undefined) return refuse(world, rules.wrongCaptureRefusal(payment));
  const remaining = rules.remaining(capture, payment.refunds);
  if (rules.exhausted(remaining)) return refuse(world, refusals.fullyRefunded);
  if (asked.amount !== undefined && !rules.refundPositive(new Big(asked.amount)))
    return refuse(world, refusals.refundNotPositive);
  if (asked.amount !== undefined && !rules.wholeAsPart(new Big(asked.amount), remaining, capture))
    return refuse(world, refusals.refundWhole);
  const amount = rules.refundAmount(asked.amount, remaining, capture);
  if (amount === undefined) return refuse(world, refusals.refundAmount);
  if (!rules.refundFractionFits(amount)) return refuse(world, refusals.refundAmount);

  return keepPayment(
    world,
    rules.refunded(payment, {
      id: freshId(world, 'refund'),
      createdAt: clock.now(),
      captureId: capture.id,
      amount: amount.toNumber(),
      reason: asked.reason ?? '',
      metadata: pairs,
    }),
  );
}
