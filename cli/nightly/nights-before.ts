import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { NightBefore, NightFigures, Sighting } from '../../harness/records/night-records.ts';
import { readBoundedJson } from '../../harness/files/bounded-json.ts';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { certificateSchema, type Certificate } from '../../reports/certificate/certificate-schema.ts';
import { readHistory, figuresIn, rulesOf } from '../../reports/nightly/history-file.ts';
import type { HistoryRow } from '../../reports/nightly/history-schema.ts';
import { keptName, nightBefore } from '../../reports/nightly/nightly.ts';
import { nightlySchema, type Nightly } from '../../reports/nightly/nightly-schema.ts';
import { sightingsAfter } from '../../reports/nightly/sightings.ts';
import type { Regression, RunConfig } from '../../suites/run/run-config.ts';
import { toRegression } from './kept.ts';
import { readReproduction } from '../replay/read-reproduction.ts';

/** What this night takes from earlier ones. */
export interface NightsBefore {
  readonly before?: NightBefore;
  readonly trend: readonly NightFigures[];
  /** What all nights in the history have seen. */
  readonly seen: readonly Sighting[];
  /** What failed in the run before, to be run again first. */
  readonly kept: readonly Regression[];
}

/** Reproductions at most, so that most of the night is left for exploration; those left out count as not tried. */
const mostKept = 50;

/** The nights against the same target whose folders lie next to this run's, or in `runs`. `previous`: the folder to compare with instead of the newest. */
export function nightsBefore(
  { out, target, startedAt, only }: Pick<RunConfig, 'out' | 'target' | 'startedAt' | 'only'>,
  previous?: string,
): NightsBefore {
  const places = [...new Set([dirname(out), resolve('runs')])];
  const nights = places
    .flatMap(nightsIn)
    .filter(({ night }) => night.target === target.name && startOf(night) < startedAt)
    .toSorted((a, b) => startOf(b.night) - startOf(a.night));
  // A night that broke off or had another --only has tested too little to compare with, unless there is no other.
  const whole = nights.filter(({ night }) => night.verdict !== 'inconclusive' && night.exit !== 130);
  const alike = whole.filter(({ night }) => scopeOf(night.only) === scopeOf(only));
  const dirs = previous === undefined ? [...alike, ...whole, ...nights].map(({ dir }) => dir) : [previous];
  const rows = places
    .flatMap(readHistory)
    .filter((row) => row.target === target.name && Date.parse(row.started_at) < startedAt)
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  const trend = trendOf(rows, nights[0]?.night.trend ?? []);
  for (const dir of dirs) {
    const certificate = certificateIn(dir);
    if (certificate === undefined) continue;
    const before = nightBefore(certificate, basename(resolve(dir)));
    return {
      trend,
      seen: seenIn(rows, before),
      before,
      kept: keptFrom(dir, certificate),
    };
  }
  return { trend, seen: seenIn(rows), kept: [] };
}

/** Nights in the trend that a night is given: with its own they are a month. */
const mostNights = 29;

/** The last nights of the history; where it lacks some, as it does before there was one, as the newest night has them. */
function trendOf(rows: readonly HistoryRow[], newest: readonly NightFigures[]): readonly NightFigures[] {
  const noted = new Map(
    [...newest, ...rows.map(figuresIn)].map((one) => [`${one.started_at} ${one.run}`, one]),
  );
  return [...noted.values()]
    .toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .slice(-mostNights);
}

/** What the nights of the history have seen, and that which tonight is compared with, where the history lacks it. */
function seenIn(rows: readonly HistoryRow[], before?: NightBefore): readonly Sighting[] {
  const nights = rows.map(({ started_at: at, seen = [], held = [] }) => ({ at, seen, held }));
  const isNoted = nights.some(({ at }) => at === before?.startedAt);
  const missing =
    before === undefined || isNoted
      ? []
      : [
          {
            at: before.startedAt,
            seen: before.failures.flatMap(({ requirement, flaky }) =>
              rulesOf(requirement).map((rule) => ({ requirement: rule, flaky })),
            ),
            held: [],
          },
        ];
  return [...missing, ...nights].reduce<readonly Sighting[]>(sightingsAfter, []);
}

/** Throws a SettingsError when a folder holds no run that can be compared with. */
export function checkRun(dir: string): void {
  if (certificateIn(dir) === undefined)
    throw new SettingsError(`${dir} holds no certificate.json of a run. Give --previous a run's folder.`);
}

interface Found {
  readonly dir: string;
  readonly night: Nightly;
}

function nightsIn(place: string): readonly Found[] {
  return foldersIn(place).flatMap((dir) => {
    const night = nightlySchema.safeParse(jsonIn(join(dir, 'nightly.json')));
    return night.success ? [{ dir, night: night.data }] : [];
  });
}

/** Empty where the folder is missing or not readable. */
function foldersIn(place: string): readonly string[] {
  try {
    const entries = readdirSync(place, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(place, name));
  } catch {
    return [];
  }
}

function scopeOf(only: readonly string[]): string {
  return [...new Set(only)].toSorted().join(' ');
}

function startOf({ trend }: Nightly): number {
  return Date.parse(trend.at(-1)?.started_at ?? '') || 0;
}

function certificateIn(dir: string): Certificate | undefined {
  return certificateSchema.safeParse(jsonIn(join(dir, 'certificate.json'))).data;
}

/** Far more than the reports of a long night. */
const bounds = { what: 'a report', mostBytes: 64 * 1024 * 1024, mostLevels: 50 };

/** Undefined for a file that is missing or damaged: no old run may stop this night. */
function jsonIn(file: string): unknown {
  try {
    return readBoundedJson(file, bounds);
  } catch (error) {
    if (error instanceof SettingsError) return undefined;
    throw error;
  }
}

function keptFrom(dir: string, { failures }: Certificate): readonly Regression[] {
  // A flaky failure may have been cut short before it was confirmed: it is run again too, last.
  const all = failures.toSorted((a, b) => Number(a.flaky) - Number(b.flaky)).slice(0, mostKept);
  return all.flatMap(({ reproduction }) => {
    try {
      const file = join(dir, 'reproductions', basename(reproduction));
      return [toRegression(keptName(reproduction), readReproduction(file))];
    } catch (error) {
      if (error instanceof SettingsError) return [];
      throw error;
    }
  });
}
