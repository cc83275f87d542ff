import type { Context, Hono, Next } from 'hono';
import type { z } from 'zod';
import { issuePayment, issueToken, setConsumerStatus, suspendByConsumer } from '../resource/control.ts';
import type { World } from '../world.ts';
import { advance, consumerState, paymentWish, suspension, tokenWish, webhook } from './content.ts';

/** What this control interface offers. */
export const capabilities = [
  'tokens.issue',
  'tokens.consumer',
  'consumers.status',
  'payments.issue',
  'clock.read',
  'clock.advance',
  'webhook.register',
  'pins.read',
] as const;

type Handler<Body> = (body: Body, context: Context) => unknown;

/** A handler whose body must have a shape; an answer of undefined means that there is no such thing. */
function taking<Body>(
  schema: z.ZodType<Body>,
  handle: Handler<Body>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined);
    const parsed = schema.safeParse(body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return context.json({ error: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` }, 400);
    }
    const answer = await handle(parsed.data, context);
    return answer === undefined
      ? context.json({ error: 'There is no such thing.' }, 404)
      : context.json(answer);
  };
}

function guarding(key: string) {
  return async (context: Context, next: Next): Promise<Response | undefined> => {
    if (context.req.header('authorization') !== `Bearer ${key}`) {
      return context.json({ error: 'The control key is missing or wrong.' }, 401);
    }
    await next();
    return undefined;
  };
}

const isoTime = (instant: number): string => new Date(instant).toISOString();

/** Mounts the control interface under `/control`: what the documents leave to a person, a browser or time. */
export function mountControl(app: Hono, world: World): void {
  const { clock, settings } = world;
  if (settings.controlKey !== undefined) app.use('/control/*', guarding(settings.controlKey));

  const { build } = settings;
  app.get('/control/capabilities', (context) =>
    context.json({ version: 1, capabilities, ...(build !== undefined && { build }) }),
  );
  app.post(
    '/control/tokens',
    taking(tokenWish, (wish) => issueToken(world, wish)),
  );
  app.post(
    '/control/tokens/:id/suspend',
    taking(suspension, (_body, context) => suspendByConsumer(world, context.req.param('id') ?? '')),
  );
  app.put(
    '/control/consumers/:id',
    taking(consumerState, ({ status }, context) =>
      setConsumerStatus(world, context.req.param('id') ?? '', status),
    ),
  );
  app.post(
    '/control/payments',
    taking(paymentWish, ({ status }) => issuePayment(world, status)),
  );
  app.get('/control/clock', (context) => context.json({ now: isoTime(clock.now()) }));
  app.post(
    '/control/clock/advance',
    taking(advance, async ({ ms }) => ({ now: isoTime(await clock.advance(ms)) })),
  );
  app.put(
    '/control/webhook',
    taking(webhook, ({ url }) => {
      world.webhookUrl = url;
      return { url };
    }),
  );
  app.get('/control/pins', (context) => {
    const sent = world.store.pins.get(context.req.query('phone') ?? '');
    return context.json({ pin: sent?.pin ?? null });
  });
}
