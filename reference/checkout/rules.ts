import type { PinRecord } from '../legacy/records.ts';
import type { Metadata } from '../resource/records.ts';
import type { PersonaName } from '../settings.ts';

/** Decisions about consumers who make a payment or a token of the resource interface in the checkout. */
export interface CheckoutRules {
  readonly needsPin: (persona: PersonaName | undefined) => boolean;
  readonly acceptsPin: (code: string, sent: PinRecord | undefined) => boolean;
  readonly declines: (persona: PersonaName | undefined) => boolean;
  /** At most 20 pairs (resource, Limits). */
  readonly pairsFit: (metadata: Metadata) => boolean;
}

/** As the legacy document has them for Authorize; the resource document shows none. */
export const soundCheckoutRules: CheckoutRules = {
  needsPin: (persona) => persona === 'pin',
  acceptsPin: (code, sent) => sent !== undefined && (code === sent.pin || code === sent.previousPin),
  declines: (persona) => persona === 'reject',
  pairsFit: (metadata) => Object.keys(metadata).length <= 20,
};
