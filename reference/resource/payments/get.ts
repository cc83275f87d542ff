import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, refuse, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';

/** `GET /payments/{id}`: the payment with its current state, captures and refunds (resource, Endpoints). */
export function getPayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules } = world;
  const payment = findPayment(world, call);
  if (payment === undefined) return refuse(world, refusals.notFound);
  const { resourcePayments } = world.store;
  const kept = resourcePayments.get(payment.id) ?? payment;
  const after = rules.paymentAfterRead(kept);
  if (after !== kept) resourcePayments.put(payment.id, after);
  return { http: 200, body: rules.paymentView(rules.paymentRead(payment), rules) };
}
