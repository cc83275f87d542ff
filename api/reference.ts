import { faults } from '../reference/faults.ts';
import { startReference as start } from '../reference/server.ts';
import type { PersonaName, ReferenceKeys, ReferencePersona } from '../reference/settings.ts';
import { chaosOf } from '../reference/webhooks/chaos.ts';

export type { PersonaName, ReferenceKeys, ReferencePersona };

/** How the server is to behave; everything has a default. */
export interface ReferenceOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Whether the control interface is offered, which moves the clock and issues tokens. Default true. */
  readonly control?: boolean;
  /** Of the ids, and of what `erratic` and `chaos` draw. Default 1: the same ids each time. */
  readonly seed?: number;
  /** Ids of seeded faults, as `referenceFaults` lists them. Default: none. */
  readonly faults?: readonly string[];
  /** Answers to what the documents leave open, latitude id to choice. Default: the server's own. */
  readonly profile?: Readonly<Record<string, string>>;
  /** A profile with a name, such as `as-recorded`; what `profile` says goes before it. */
  readonly named?: string;
  /** Answers the points that the profile leaves open inconsistently: one choice this time, another the next. Default false. */
  readonly erratic?: boolean;
  /** Notifications late, twice and out of order: `delay=3s,duplicate=0.5,reorder`. Default: at once, once, in order. */
  readonly chaos?: string;
  /** Where notifications go from the start. Default: nowhere. */
  readonly webhookUrl?: string;
}

/** A running server. */
export interface ReferenceServer {
  /** Base address of both interfaces. */
  readonly url: string;
  /** Base address of the control interface, where it is offered. */
  readonly controlUrl: string | undefined;
  /** The checkout script for a payment page, which defines `PayCheckout`. */
  readonly checkoutUrl: string;
  /** The keys that it accepts. They are the same for every server and guard nothing. */
  readonly keys: ReferenceKeys;
  /** Consumers of the legacy interface: one who is approved, one who is asked for a PIN, one who is rejected. */
  readonly personas: Readonly<Record<PersonaName, ReferencePersona>>;
  /** Ends the server: no more answers, timers or notifications. */
  close(): Promise<void>;
}

/** A fault that the server can be started with. */
export interface ReferenceFault {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly requirement: string;
  readonly summary: string;
}

/** The faults that the server can be started with. */
export const referenceFaults: readonly ReferenceFault[] = faults.map(({ id, requirement, summary }) => ({
  id,
  requirement,
  summary,
}));

/**
 * Starts the embedded implementation of both documents on a port of its own, in this thread. Throws an Error for an unknown fault, profile or
 * choice, or an address in use, and a RangeError for a wrong `chaos`.
 */
export async function startReference({ chaos, ...options }: ReferenceOptions = {}): Promise<ReferenceServer> {
  const { url, controlUrl, checkoutUrl, keys, personas, close } = await start({
    ...options,
    ...(chaos !== undefined && { chaos: chaosOf(chaos) }),
  });
  return { url, controlUrl, checkoutUrl, keys, personas, close };
}
