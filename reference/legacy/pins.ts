import type { World } from '../world.ts';

const DIGITS = 4;
/** Within this time the same PIN is sent again, ms. */
const RENEWAL_MS = 600_000;

/** Stores a PIN for a phone number, where the control interface reads it. */
export function sendPin(world: World, phone: string): void {
  const sent = world.store.pins.get(phone);
  const now = world.clock.now();
  const renews = world.legacyRules.renewsPins;
  if (!renews && sent !== undefined && now - sent.madeAt < RENEWAL_MS) return;
  const previousPin = renews ? undefined : sent?.pin;
  world.store.pins.put(phone, { pin: world.ids.pin(DIGITS), previousPin, madeAt: now });
}
