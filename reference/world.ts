import type { MiddlewareHandler } from 'hono';
import { type BrowserRules, mergedBrowserRules } from './checkout/browser-rules.ts';
import { type CheckoutRules, soundCheckoutRules } from './checkout/rules.ts';
import { Clock } from './clock.ts';
import { Events } from './events.ts';
import type { Overrides } from './faults/fault.ts';
import { raceWindowSeam, type RaceWindowSeam } from './race-window.ts';
import { mergedRules } from './merge-rules.ts';
import { type Gate, gatedFaults, isGuarded } from './guards/gate.ts';
import { type LegacyRules, soundLegacyRules } from './legacy/rules.ts';
import { type ResourceRules, soundResourceRules } from './resource/rules.ts';
import { type ReplySeam, replySeam } from './seams.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { memoryStore, type Store } from './store.ts';
import { type DeliveryRules, soundDeliveryRules } from './webhooks/rules.ts';
import { drawingBits } from './chance.ts';

/** What both interfaces share: time, ids, settings, records, rules and events. */
export interface World {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Settings;
  readonly store: Store;
  readonly legacyRules: LegacyRules;
  readonly resourceRules: ResourceRules;
  readonly deliveryRules: DeliveryRules;
  readonly checkoutRules: CheckoutRules;
  /** Decisions of the checkout that are replaced where it runs. */
  readonly browserRules: BrowserRules;
  readonly events: Events;
  /** The gates of its guarded faults. */
  readonly gates: readonly Gate[];
  /** What its faults do with whole answers between requests. */
  readonly answers: readonly MiddlewareHandler[];
  /** Where webhooks go; null: nowhere. Sending starts with the next event (legacy, Events). */
  webhookUrl: string | null;
  /** The seam through which an operation's replies pass: `capture`, `payments.capture`. */
  readonly replySeam: (operation: string) => ReplySeam | undefined;
  /** The seam through which an operation reads and writes at different times. */
  readonly raceWindowSeam: (operation: string) => RaceWindowSeam | undefined;
}

export interface WorldOptions {
  readonly seed?: number;
  readonly settings?: Partial<Settings>;
  /** Answers to what the documents leave open; faults override them. */
  readonly choices?: readonly Overrides[];
  readonly faults?: readonly Overrides[];
  readonly webhookUrl?: string | null;
  /** How far its clock is ahead of real time from the start, ms. */
  readonly aheadMs?: number | undefined;
}

/** A fresh world: nothing in store, the clock at real time. */
export function createWorld(options: WorldOptions = {}): World {
  const all = [...(options.choices ?? []), ...(options.faults ?? [])];
  const overrides = all.filter((one) => !isGuarded(one));
  const gated = gatedFaults(all, options.seed ?? 1);
  return {
    clock: new Clock(options.aheadMs),
    ids: new Ids(options.seed ?? 1, {
      ending: options.settings?.idEnding,
      characters: options.settings?.idCharacters,
    }),
    settings: { ...defaultSettings, ...options.settings },
    gates: gated.map(({ gate }) => gate),
    store: memoryStore(
      [
        ...overrides.flatMap((one) => one.stored ?? []),
        ...gated.flatMap(({ gate, fault: { stored } }) => (stored === undefined ? [] : gate.stored(stored))),
      ],
      overrides.flatMap((one) => one.found ?? []),
      overrides.flatMap((one) => one.sought ?? []),
    ),
    legacyRules: gated.reduce(
      (rules, { gate, fault }) => gate.rules(rules, fault.legacy),
      mergedRules(
        soundLegacyRules,
        overrides.map(({ legacy }) => legacy),
      ),
    ),
    resourceRules: gated.reduce(
      (rules, { gate, fault }) => gate.rules(rules, fault.resource),
      mergedRules(
        soundResourceRules,
        overrides.map(({ resource }) => resource),
      ),
    ),
    deliveryRules: gated.reduce(
      (rules, { gate, fault }) => gate.rules(rules, fault.delivery),
      mergedRules(
        soundDeliveryRules,
        overrides.map(({ delivery }) => delivery),
      ),
    ),
    checkoutRules: mergedRules(
      soundCheckoutRules,
      overrides.map(({ checkout }) => checkout),
    ),
    browserRules: mergedBrowserRules(overrides.map(({ browser }) => browser)),
    events: new Events(),
    answers: overrides.flatMap((one) => one.answers?.() ?? []),
    webhookUrl: options.webhookUrl ?? null,
    replySeam: (operation) => {
      const wrappers = overrides.flatMap((one) => one.reply?.[operation] ?? []);
      const guarded = gated.flatMap(({ gate, fault: { reply } }) => {
        const wrapper = reply?.[operation];
        return wrapper === undefined ? [] : gate.reply(wrapper);
      });
      return replySeam(operation, [...wrappers, ...guarded]);
    },
    raceWindowSeam: (operation) =>
      raceWindowSeam(overrides.flatMap((one) => one.raceWindows?.[operation] ?? [])),
  };
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';

/** Makes ids and PINs, the same ones in the same order under the same seed. */
class Ids {
  readonly #draw: () => number;
  readonly #ending: string;
  readonly #characters: number;
  #count = 0;

  constructor(
    seed: number,
    {
      ending = '',
      characters = 20,
    }: { readonly ending?: string | undefined; readonly characters?: number | undefined } = {},
  ) {
    this.#draw = drawingBits(seed);
    this.#ending = ending;
    this.#characters = characters;
  }

  /**
   * A new id: `prefix`, so many characters and the ending. The last ones of the characters are a count, so that no id comes twice. `counted`:
   * the others are left out.
   */
  next(prefix: string, counted: boolean): string {
    this.#count += 1;
    const count = this.#count.toString(32);
    const random = counted ? 0 : this.#characters - count.length;
    let body = '';
    while (body.length < random) body += ALPHABET[this.#draw() >>> 27] ?? '0';
    return prefix + body + count + this.#ending;
  }

  /** `digits` decimal digits. */
  pin(digits: number): string {
    return String(this.#draw() % 10 ** digits).padStart(digits, '0');
  }
}
