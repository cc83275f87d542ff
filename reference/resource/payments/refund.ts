import { Big } from 'big.js';
import { z } from 'zod';
import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, freshId, keepPayment, refuse, refusedByToken, type ResourceCall } from '../call.ts';
import { checkShape, type Content, metadata } from '../content.ts';
import { type Refusal, refusals } from '../errors.ts';
import type { Payment } from '../records.ts';

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

function contentOf({ resourceRules: rules }: World, call: ResourceCall): Content<z.infer<typeof body>> {
  const shape = checkShape(body, call.body);
  if ('refusal' in shape) return shape;
  const { metadata: pairs = {}, reason } = shape.content;
  if (!rules.metadataFits(pairs, 'refund')) return { refusal: refusals.tooManyPairs };
  const fits = reason === undefined || rules.refundReasonFits(reason);
  return fits ? shape : { refusal: refusals.refundReason };
}

function stateProblem(world: World, payment: Payment | undefined): Refusal | undefined {
  const { resourceRules: rules, clock } = world;
  if (payment === undefined) return refusals.notFound;
  if (!rules.refundAllowed(payment)) return uncaptured[payment.status];
  const byToken = refusedByToken(world, payment);
  if (byToken !== undefined) return byToken;
  return rules.refundInTime(payment, clock.now()) ? undefined : refusals.refundLate;
}

/** `POST /payments/{id}/refunds`: returns part or all of a capture (resource, Endpoints). */
export function refundPayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const shape = contentOf(world, call);
  const payment = findPayment(world, call);
  const byBody = 'refusal' in shape ? shape.refusal : undefined;
  const byState = stateProblem(world, payment);
  const problem = rules.bodyFirst() ? (byBody ?? byState) : (byState ?? byBody);
  if (problem !== undefined) return refuse(world, problem);
  if (payment === undefined || 'refusal' in shape) return refuse(world, refusals.exception);
  const asked = shape.content;
  const pairs = asked.metadata ?? {};
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
  // A refund without an amount returns everything, whatever that is (resource, POST /payments/{id}/refunds).
  if (asked.amount !== undefined && !rules.refundFractionFits(amount))
    return refuse(world, refusals.refundAmount);

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
