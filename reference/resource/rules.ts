import type { Settings } from '../settings.ts';

/** Business decisions of the resource interface. Handlers call them through the world; a fault replaces some. */
export interface ResourceRules {
  /** The expiry of a payment authorized now, ms since the epoch. */
  readonly expiryOf: (now: number, settings: Settings) => number;
}

/** The decisions as the document has them. */
export const soundResourceRules: ResourceRules = {
  expiryOf: (now, settings) => now + settings.resourceValidityMs,
};
