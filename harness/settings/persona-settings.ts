import type { LegacySettings } from './settings.ts';
import { askedPin, type TargetSettings } from './settings-schema.ts';

/** The personas without keys that are undefined, so that a target survives JSON unchanged; a PIN that is asked for is none that is known. */
export function personasOf(
  personas: NonNullable<Extract<TargetSettings, { kind: 'remote' }>['legacy']>['personas'],
): Pick<LegacySettings, 'personas' | 'asksPin'> {
  const all = JSON.parse(JSON.stringify(personas)) as LegacySettings['personas'];
  if (all.pin?.pin !== askedPin) return { personas: all };
  const { pin: _, ...persona } = all.pin;
  return { personas: { ...all, pin: persona }, asksPin: true };
}
