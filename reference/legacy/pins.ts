import type { World } from '../world.ts';

const DIGITS = 4;
/** A PIN asked for again within this time is sent again as it is. */
const RENEWAL_MS = 600_000;

/** Sends a PIN to a phone: for the reference that is writing it down, for control to read. */
export function sendPin(world: World, phone: string): void {
  const sent = world.store.pins.get(phone);
  const now = world.clock.now();
  if (sent !== undefined && now - sent.madeAt < RENEWAL_MS) return;
  world.store.pins.put(phone, { pin: world.ids.pin(DIGITS), previousPin: sent?.pin, madeAt: now });
}
