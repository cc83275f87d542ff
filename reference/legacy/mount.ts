import type { Hono } from 'hono';
import type { World } from '../world.ts';

/** Mounts the legacy interface: the six operations under `/pay/`. */
export function mountLegacy(app: Hono, world: World): void {
  app.post('/pay/status', (context) => context.json({ status: String(world.store.legacyPayments.get('')) }));
}
