import type { MiddlewareHandler } from 'hono';
import type { BrowserRules } from '../checkout/browser-rules.ts';
import type { CheckoutRules } from '../checkout/rules.ts';
import type { LegacyRules } from '../legacy/rules.ts';
import type { ResourceRules } from '../resource/rules.ts';
import type { Guard } from '../guards/guards.ts';
import type { RaceWindow } from '../race-window.ts';
import type { ReplyWrapper } from '../seams.ts';
import type { Findings, Seeking, StoredWrappers, TableName } from '../store.ts';
import type { DeliveryRules } from '../webhooks/rules.ts';

/** Decisions replaced at named seams; handlers do not know. */
export interface Overrides {
  readonly legacy?: Partial<LegacyRules>;
  readonly resource?: Partial<ResourceRules>;
  readonly delivery?: Partial<DeliveryRules>;
  readonly checkout?: Partial<CheckoutRules>;
  /** What the checkout does otherwise where it runs, as JavaScript. */
  readonly browser?: BrowserRules;
  /** Changes to replies, by operation: `capture` (legacy), `payments.capture`, `tokens.suspend` (resource), `checkout.tokens`. */
  readonly reply?: Readonly<Record<string, ReplyWrapper>>;
  /** Changes to what is stored, by table. */
  readonly stored?: StoredWrappers;
  /** What is found of a record once others were stored, by table. */
  readonly found?: Findings;
  /** Under which id a table looks for another, by table. */
  readonly sought?: { readonly [Name in TableName]?: Seeking };
  /** What becomes of whole answers between requests: made for each server, since it remembers. */
  readonly answers?: () => MiddlewareHandler;
  /** Time between reading and writing, by operation, named as for replies. */
  readonly raceWindows?: Readonly<Record<string, RaceWindow>>;
}

/** One way of being wrong on purpose. */
export interface Fault extends Overrides {
  /** Kebab-case: `legacy-full-capture-stays-open`. */
  readonly id: string;
  /** Id of the row of the spec that it breaks. */
  readonly requirement: string;
  /** What the faulty server does, in one sentence. */
  readonly summary: string;
  /** True: it shows only while requests overlap. */
  readonly concurrent?: true;
  /** True: it comes from a table: of fields in `spec/fields`, or of what is done to texts. */
  readonly derived?: true;
  /** True: it shows only in a browser that goes through the checkout. */
  readonly inBrowser?: true;
  /** It shows only while all of them hold. Default: always. */
  readonly guards?: readonly Guard[];
}

/** A fault. Both ids are written as literals on one line, so that a search for either finds the other. */
export function fault(id: string, requirement: string, rest: Omit<Fault, 'id' | 'requirement'>): Fault {
  return { id, requirement, ...rest };
}
