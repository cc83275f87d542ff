import type { Settings } from '../settings.ts';

/** Business decisions of the legacy interface. Handlers call them through the world; a fault replaces some. */
export interface LegacyRules {
  /** The expiry of a payment authorized now, ms since the epoch. */
  readonly expiryOf: (now: number, settings: Settings) => number;
}

/** The decisions as the document has them. */
export const soundLegacyRules: LegacyRules = {
  expiryOf: (now, settings) => now + settings.validityMs,
};
