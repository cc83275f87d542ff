import { legacyOperations } from '../spec/operations.ts';
import { documentedVersion } from '../spec/wire-variants.ts';
import type { Overrides } from '../reference/faults/fault.ts';
import { defaultSettings } from '../reference/settings.ts';
import { startReference } from '../reference/server.ts';
import type { Chaos } from '../reference/webhooks/chaos.ts';
import { referenceCheckout } from './checkout/checkout-settings.ts';
import type { Target } from './settings/settings.ts';
import { builtReference } from './files/version.ts';

export interface EmbeddedOptions {
  readonly seed: number;
  /** Ids of seeded faults. Throws an Error for an unknown one. */
  readonly faults?: readonly string[];
  /** How it answers open points: latitude id to choice. Throws an Error for an unknown one. */
  readonly profile?: Readonly<Record<string, string>>;
  /** A profile of the reference with a name. Throws an Error for an unknown one. */
  readonly named?: string | undefined;
  /** Answers the points that the profile leaves open inconsistently. */
  readonly erratic?: boolean;
  /** Decisions of its own that no choice has. Default: none. */
  readonly overrides?: readonly Overrides[];
  /** How late, doubled and out of order its notifications are. Default: as in the target's settings. */
  readonly chaos?: Chaos | undefined;
  /** How far its clock is ahead of ours, ms. */
  readonly aheadMs?: number | undefined;
}

/** Starts the reference implementation on a free loopback port. Gives the target with its addresses, keys and control. */
export async function startEmbedded(
  target: Target,
  {
    seed,
    faults = [],
    profile = {},
    named,
    erratic = false,
    overrides = [],
    chaos = target.chaos,
    aheadMs,
  }: EmbeddedOptions,
): Promise<{ readonly target: Target; guardedShown(): number; close(): Promise<void> }> {
  const server = await startReference({
    seed,
    faults,
    profile,
    named,
    erratic,
    overrides,
    chaos,
    aheadMs,
    settings: { build: builtReference },
  });
  return {
    target: {
      ...target,
      legacy: {
        baseUrl: server.url,
        authorizePath: legacyOperations.authorize.path,
        apiKey: server.keys.apiKey,
        secret: server.keys.secret,
        validityMs: defaultSettings.validityMs,
        personas: server.personas,
      },
      resource: {
        baseUrl: server.url,
        secretKey: server.keys.secretKey,
        publicKey: server.keys.publicKey,
        version: documentedVersion,
        tokens: [],
      },
      checkout: referenceCheckout(server.checkoutUrl),
      ...(server.controlUrl !== undefined && { control: { url: server.controlUrl } }),
    },
    guardedShown: () => server.guardedShown(),
    close: () => server.close(),
  };
}

/** A target, with what was started for it. */
export interface ReachedTarget {
  readonly target: Target;
  /** Starts another server like it, with other ids. Absent: the target is not ours to start. */
  readonly startAnother?: () => Promise<Target>;
  /** Ends what was started. */
  close(): Promise<void>;
}

/** More than a run is ever resumed, so that no two servers share the seed of their ids. */
const anotherServer = 1000;

/** Starts the embedded target of a run, and more servers like it when asked. `resumed`: how often the run was; each time has other ids. */
export async function startEmbeddedTarget(
  settings: Target,
  { seed = 1, resumed = 0 }: { readonly seed?: number | undefined; readonly resumed?: number | undefined },
): Promise<ReachedTarget> {
  const servers: { close(): Promise<void> }[] = [];
  const start = async (): Promise<Target> => {
    const times = resumed + anotherServer * servers.length;
    const server = await startEmbedded(settings, { seed: seed ^ Math.imul(times, 0x9e37_79b1) });
    servers.push(server);
    return server.target;
  };
  return {
    target: await start(),
    startAnother: start,
    close: async () => {
      for (const server of servers) await server.close();
    },
  };
}
