import type { GivenValues } from '../../../models/setup.ts';
import type { JsonObject } from '../../leaner-bodies.ts';

/** Almost valid zips, for common mistakes in patterns. Without white space and digits of other scripts, which some targets accept. */
const otherZips: Readonly<Record<string, (zip: string) => string>> = {
  'zip without hyphen': (zip) => zip.replace('-', ''),
  'zip too long': (zip) => `${zip}9`,
  'zip too short': (zip) => zip.slice(0, -1),
  'zip with a letter': (zip) => `${zip.slice(0, -1)}a`,
  'zip with its hyphen elsewhere': (zip) => zip.replace(/(\d)-(\d)/, '$1$2-'),
};

/** Stands for a given value in a sequence, which holds none, so that it can be kept and replayed on another target. */
const markOf = (name: string): string => `$address.${name}`;

/** The address that a kind sends, made of a right one. What the settings give is marked. */
export function addressFor(kind: string, home: JsonObject, given: GivenValues = {}): JsonObject {
  const sent = changed(kind, home);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      given[name] !== undefined && value === home[name] ? markOf(name) : value,
    ]),
  );
}

function changed(kind: string, home: JsonObject): JsonObject {
  const zip = typeof home['zip'] === 'string' ? home['zip'] : '';
  if (kind === 'zip alone') return { zip };
  if (kind === 'zip missing')
    return Object.fromEntries(Object.entries(home).filter(([name]) => name !== 'zip'));
  const other = otherZips[kind];
  if (other !== undefined) return { ...home, zip: other(zip) };
  return home;
}

/** An address with all parts; for a sequence that was made for a target with given values, on one without. */
export const usualAddress = {
  line1: '渋谷ビル 1号室',
  line2: '1-1',
  city: '渋谷区',
  state: '東京都',
  zip: '150-0002',
} as const satisfies GivenValues;

/** What is sent for the marks. */
export function addressMarks(given: GivenValues = {}): GivenValues {
  return Object.fromEntries(
    Object.entries(usualAddress).map(([name, value]) => [markOf(name), given[name] ?? value]),
  );
}

/** The address of a body that is not malformed, with all given values, also where the sequence was made without them. */
export function carrying(given: GivenValues, sent: JsonObject, kind: string): JsonObject {
  const { zip, ...parts } = given;
  if (kind === 'zip alone') return { ...sent, ...(zip !== undefined && { zip }) };
  // A single part beside zip was drawn: the given ones take its place.
  const { zip: own = null } = sent;
  const replaced = Object.keys(sent).length === 2 && Object.keys(parts).length > 0;
  const all = { ...(replaced ? { zip: own } : sent), ...parts };
  return zip === undefined || kind === 'zip missing' ? all : changed(kind, { ...all, zip });
}

/** Whether an address may have a single part beside zip. */
export function hasOnePart({ zip: _zip, ...parts }: GivenValues = {}): boolean {
  return Object.keys(parts).length <= 1;
}
