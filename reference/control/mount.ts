import type { Hono } from 'hono';
import type { World } from '../world.ts';

/** Mounts the control interface under `/control`. */
export function mountControl(app: Hono, world: World): void {
  app.get('/control/clock', (context) => context.json({ now: new Date(world.clock.now()).toISOString() }));
}
