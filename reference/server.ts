import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { mountCheckout, scriptPath } from './checkout/mount.ts';
import { mountControl } from './control/mount.ts';
import { choicesOf } from './choices.ts';
import type { Overrides } from './faults/fault.ts';
import { profileNamed } from './profiles.ts';
import { erratic } from './erratic.ts';
import { faultsOf } from './faults.ts';
import { mountLegacy } from './legacy/mount.ts';
import { mountResource } from './resource/mount.ts';
import type { PersonaName, ReferenceKeys, ReferencePersona, Settings } from './settings.ts';
import type { Store } from './store.ts';
import { chaosRules, type Chaos } from './webhooks/chaos.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { createWorld } from './world.ts';

const KEEP_ALIVE_MS = 120_000;

export interface ReferenceOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Whether the control interface is offered. Default true. */
  readonly control?: boolean;
  readonly seed?: number;
  /** Ids of seeded faults. */
  readonly faults?: readonly string[];
  /** Answers to what the documents leave open, by latitude id. Default: the reference's own. */
  readonly profile?: Readonly<Record<string, string>>;
  /** A profile with a name; what `profile` says goes before it. */
  readonly named?: string | undefined;
  /** Answers what the profile leaves open inconsistently; the seed decides. Default false. */
  readonly erratic?: boolean;
  /** Decisions of its own that no choice has; seeded faults go before them. */
  readonly overrides?: readonly Overrides[];
  /** Delivers late, twice and out of order; the seed decides. Default: at once, once and in order. */
  readonly chaos?: Chaos | undefined;
  /** Where webhooks go from the start. Default: nowhere. */
  readonly webhookUrl?: string | null;
  readonly settings?: Partial<Settings>;
  /** How far its clock, and the Date of its replies, are ahead of real time from the start, ms. Default 0. */
  readonly aheadMs?: number | undefined;
}

export interface RunningReference {
  /** Base address of both interfaces. */
  readonly url: string;
  /** Base address of the control interface, when it is offered. */
  readonly controlUrl: string | undefined;
  /** The checkout script for payment pages. */
  readonly checkoutUrl: string;
  readonly keys: ReferenceKeys;
  readonly personas: Readonly<Record<PersonaName, ReferencePersona>>;
  /** What it stores, for tests. */
  readonly store: Store;
  /** How often its guarded faults have decided otherwise than a sound server; 0 where there are none. */
  guardedShown(): number;
  /** Ends the server: no more answers, timers or webhooks. */
  close(): Promise<void>;
}

/** Starts the reference implementation. Throws an Error for an unknown fault or choice, or an address in use. */
export async function startReference(options: ReferenceOptions = {}): Promise<RunningReference> {
  const { chaos, seed = 1 } = options;
  const named = options.named === undefined ? undefined : profileNamed(options.named);
  const pinned = choicesOf({ ...named?.choices, ...options.profile });
  const world = createWorld({
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    settings: { ...(named && { idCharacters: named.idCharacters }), ...options.settings },
    choices: [
      ...(named ? [named.overrides] : []),
      ...(options.erratic === true ? erratic(pinned, seed) : pinned),
      ...(options.overrides ?? []),
    ],
    faults: [...(chaos ? [{ delivery: chaosRules(chaos, seed) }] : []), ...faultsOf(options.faults ?? [])],
    webhookUrl: options.webhookUrl ?? null,
    aheadMs: options.aheadMs,
  });
  const dispatcher = new Dispatcher(world);
  const control = options.control ?? true;
  const app = new Hono();
  // Node dates replies by real time, which contradicts the clock once that is moved.
  const dateNow = (): string | undefined =>
    world.clock.isReal ? undefined : new Date(world.clock.now()).toUTCString();
  app.use(async (context, next) => {
    const before = dateNow();
    if (before !== undefined) context.header('date', before);
    await next();
    // Only where the request has moved the clock: a header that is set on a whole reply makes it three times as slow.
    const after = dateNow();
    if (after !== before && after !== undefined) context.header('date', after);
  });
  for (const gate of world.gates) app.use(gate.middleware(world));
  for (const answers of world.answers) app.use(answers);
  mountLegacy(app, world);
  mountResource(app, world);
  mountCheckout(app, world);
  if (control) mountControl(app, world);

  const host = options.host ?? '127.0.0.1';
  const server = createAdaptorServer({ fetch: app.fetch });
  // Longer than clients keep an idle connection, so that none is closed while a request is sent.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url,
    controlUrl: control ? `${url}/control` : undefined,
    checkoutUrl: `${url}${scriptPath}`,
    keys: world.settings.keys,
    personas: world.settings.personas,
    store: world.store,
    guardedShown: () => world.gates.reduce((sum, gate) => sum + gate.shown, 0),
    async close() {
      world.clock.stop();
      await dispatcher.close();
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
