import type { ApiCall } from '../../models/wire.ts';
import type { Scope } from '../../harness/means/scope.ts';
import type { Session } from '../run/session.ts';
import { plainCall } from '../webhooks/plain-calls.ts';

const unknown = 'never-issued-0000000000000000';

/** Reads of entities that do not exist: no answer shows anything or changes anything. */
const ofLegacy = plainCall('status', unknown);
const ofResource: ApiCall = {
  to: 'resource',
  operation: 'get',
  method: 'GET',
  path: `/payments/pay_${unknown}`,
  credential: 'valid',
};

/** Opens all connections: a request that has to open one first comes too late to overlap. */
export async function warmUp(session: Session, scope: Scope): Promise<void> {
  const call = scope === 'legacy' ? ofLegacy : ofResource;
  const driver = session.driver(`${session.suite}/warm-up`, 'explore');
  const once = (_: unknown, index: number) =>
    driver.send(call, { id: `s${index + 1}`, operation: call.operation, kind: 'warm-up', uses: {} });
  await Promise.all(Array.from({ length: session.plan.target.limits.concurrency }, once));
}
