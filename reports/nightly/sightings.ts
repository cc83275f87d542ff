import type { Sighting, NightBefore } from '../../harness/records/night-records.ts';
import type { Certificate, CertifiedLatitude } from '../certificate/certificate-schema.ts';
import type { Nightly } from './nightly-schema.ts';
import type { Register } from '../register.ts';

/** What one night has seen of violations. */
export interface SeenInNight {
  /** When it began. */
  readonly at: string;
  /** By requirement; `flaky`: it did not happen each time. */
  readonly seen: readonly { readonly requirement: string; readonly flaky: boolean }[];
  /** Requirements that were tested and held. */
  readonly held: readonly string[];
}

/** Requirements at most: those that were seen longest ago are left out. */
const mostSightings = 200;

/** What was seen by a night and all before it. */
export function sightingsAfter(
  before: readonly Sighting[],
  { at, seen, held }: SeenInNight,
): readonly Sighting[] {
  const all = new Map(before.map((sighting) => [sighting.requirement, sighting]));
  for (const requirement of held) {
    const was = all.get(requirement);
    if (was !== undefined) all.set(requirement, { ...was, held: was.held + 1 });
  }
  for (const [requirement, flaky] of steadiest(seen)) {
    const { first, nights, tried, unsteady, held: between } = all.get(requirement) ?? unseen(at);
    all.set(requirement, {
      requirement,
      first,
      last: at,
      nights: nights + 1,
      tried: tried + between + 1,
      // It was away and has come back: it does not happen each time either.
      unsteady: unsteady + between + (flaky ? 1 : 0),
      held: 0,
    });
  }
  return [...all.values()]
    .toSorted((a, b) => order(b.last, a.last) || order(a.requirement, b.requirement))
    .slice(0, mostSightings);
}

/** Of the nights that tested it, from the first to the last that saw it: the share in which it did not happen each time. */
export function flakeRate({ tried, unsteady }: Pick<Sighting, 'tried' | 'unsteady'>): number {
  return tried === 0 ? 0 : Math.round((unsteady / tried) * 1000) / 1000;
}

/** One violation that happens each time is no flaky one, whatever else breaks the same requirement. */
function steadiest(seen: SeenInNight['seen']): ReadonlyMap<string, boolean> {
  const flaky = new Map<string, boolean>();
  for (const one of seen) flaky.set(one.requirement, one.flaky && (flaky.get(one.requirement) ?? true));
  return flaky;
}

function unseen(at: string): Omit<Sighting, 'requirement' | 'last'> {
  return { first: at, nights: 0, tried: 0, unsteady: 0, held: 0 };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The open points whose answers differ from the run before or from the profile. Where a question is about many cases, or the target
 * answers inconsistently, chance decides which answers one night meets: it has drifted only when all answers differ.
 */
export function driftedSince(
  { latitudes }: Pick<Certificate, 'latitudes'>,
  before: NightBefore | undefined,
  { latitudes: rows }: Register,
): Nightly['drifted'] {
  return latitudes.flatMap((latitude) => {
    const { id, profile } = latitude;
    const now = choicesIn(latitude);
    const was = before?.observed[id] ?? [];
    const perCase = rows.find((row) => row.id === id)?.perCase === true;
    const other = now.filter((choice) => !was.includes(choice));
    const varies = perCase || was.length > 1;
    const hasChanged = was.length > 0 && (varies ? other.length === now.length : other.length > 0);
    return [
      ...(hasChanged && now.length > 0
        ? [{ latitude: id, beside: 'before' as const, was: [...was], now }]
        : []),
      ...(latitude.drifted === true && profile !== undefined
        ? [{ latitude: id, beside: 'profile' as const, was: [profile], now }]
        : []),
    ];
  });
}

/** The choices that were observed, the most frequent first. */
export function choicesIn({ observations }: CertifiedLatitude): string[] {
  return observations.map(({ choice }) => choice);
}
