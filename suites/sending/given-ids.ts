import { legacyIds, resourceOperations } from '../../spec/operations.ts';
import { at, textOf } from '../../models/checks.ts';
import { entries } from '../../models/resource/forms.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { authorizedBy } from '../webhooks/plain-calls.ts';

/** Ids that are remembered, about 15 MB; the oldest are forgotten. */
const mostIds = 100_000;

/** An id in a reply, and what it was given to: the request that made it, or the payment that a capture or a refund is one of. */
interface Given {
  readonly id: string;
  /** Ids of two kinds may be alike. */
  readonly kind: 'payment' | 'capture' | 'refund';
  readonly to: string;
}

/**
 * The ids that the target has given to what the requests of a run have made, each with what it was given to. A sequence knows its own ids alone, so
 * this shows one that comes twice within the run. What the settings give was made by no request of the run, and is left out.
 */
export class GivenIds {
  readonly #owners = new Map<string, string>();
  #epoch = 0;
  #requests = 0;

  /**
   * The reply with those of its ids that others were given before; the same reply where there is none. `epoch`: as the target's `Availability`. One
   * that was started anew may begin to count again, so that what it gave before is forgotten.
   */
  noted(call: Call, reply: Reply, epoch: number): Reply {
    if (call.to === 'control') return reply;
    if (epoch !== this.#epoch) this.#forget(epoch);
    this.#requests += 1;
    const to = call.to === 'legacy' ? legacyIdsIn : resourceIdsIn;
    const givenBefore = to(call.operation, reply, String(this.#requests)).flatMap((given) =>
      this.#isGiven(`${call.to} ${given.kind} ${given.id}`, given.to) ? [given.id] : [],
    );
    return givenBefore.length === 0 ? reply : { ...reply, givenBefore };
  }

  #isGiven(key: string, to: string): boolean {
    const owner = this.#owners.get(key);
    if (owner !== undefined) return owner !== to;
    this.#owners.set(key, to);
    if (this.#owners.size > mostIds)
      for (const oldest of this.#owners.keys()) {
        this.#owners.delete(oldest);
        break;
      }
    return false;
  }

  #forget(epoch: number): void {
    this.#epoch = epoch;
    this.#owners.clear();
  }
}

/** What a reply of the legacy interface gives: the payment of an authorization, or a capture (legacy, Resources and their fields). */
function legacyIdsIn(operation: string, reply: Reply, to: string): readonly Given[] {
  const payment = operation === 'authorize' ? authorizedBy({ reply }) : undefined;
  if (payment !== undefined) return [{ id: payment, kind: 'payment', to }];
  const isCaptured = operation === 'capture' && at(reply.body, ['status']) === 'capture_success';
  const captured = isCaptured ? textOf(reply, legacyIds.capture) : undefined;
  return captured === undefined ? [] : [{ id: captured, kind: 'capture', to }];
}

const { create, capture, refund } = resourceOperations;

/** What a reply of the resource interface gives or shows: a new payment, and the captures and refunds of one (resource, Payment). */
function resourceIdsIn(operation: string, { http, body }: Reply, to: string): readonly Given[] {
  const payment = at(body, [create.makes.payment]);
  if (http < 200 || http > 299 || typeof payment !== 'string') return [];
  const listed = (kind: 'capture' | 'refund', list: string): readonly Given[] =>
    entries(at(body, [list])).flatMap(({ id }) =>
      typeof id === 'string' ? [{ id, kind, to: payment }] : [],
    );
  return [
    ...(operation === 'create' ? [{ id: payment, kind: 'payment' as const, to }] : []),
    ...listed('capture', capture.lists.capture),
    ...listed('refund', refund.lists.refund),
  ];
}
