import type { Hono } from 'hono';
import type { World } from '../world.ts';

/** Mounts the resource interface: `/payments` and `/tokens`. */
export function mountResource(app: Hono, world: World): void {
  app.get('/payments/:id', (context) =>
    context.json({ known: world.store.resourcePayments.get(context.req.param('id')) }),
  );
}
