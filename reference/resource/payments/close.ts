import type { HandlerReply } from '../../seams.ts';
import type { World } from '../../world.ts';
import { findPayment, keepPayment, refuse, refusedByToken, type ResourceCall } from '../call.ts';
import { refusals } from '../errors.ts';

/** `POST /payments/{id}/close`: ends an authorized payment that is not needed (resource, Endpoints). */
export function closePayment(world: World, call: ResourceCall): HandlerReply {
  const { resourceRules: rules, clock } = world;
  const payment = findPayment(world, call);
  if (payment === undefined) return refuse(world, refusals.notFound);
  if (!rules.closeAllowed(payment, clock.now())) {
    return refuse(world, payment.status === 'REJECTED' ? refusals.rejectedClose : refusals.closeConflict);
  }
  const byToken = refusedByToken(world, payment);
  if (byToken !== undefined) return refuse(world, byToken);
  return keepPayment(world, rules.closed(payment));
}
