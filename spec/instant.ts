/** What ends a text that names its time zone: `Z`, `GMT`, `+09:00`, `(JST)`. */
const zone = /(?:[a-z]|[+-]\d{2}:?\d{2})\)?$/i;

/** ms since the epoch of an instant as others write it; NaN where it is none. Without a zone it is UTC, whatever the zone of this machine is. */
export function instantIn(text: string): number {
  const trimmed = text.trim();
  // Only a date with a space before its time may be followed by the name of a zone.
  return Date.parse(zone.test(trimmed) ? trimmed : `${trimmed.replace(/^([\d-]{10})T/, '$1 ')} UTC`);
}
