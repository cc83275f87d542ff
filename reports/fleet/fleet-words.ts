import { html, type Html } from '../page/html.ts';
import type { FleetPast, FleetRow, FleetRun, FleetSection, FleetTrouble } from './fleet-schema.ts';

/** What a sign stands for. */
type Sign = 'cross' | 'tick' | 'warning' | 'unknown' | 'none' | 'absent';

const letters = { warning: '!', unknown: '?', none: '·', absent: '–' } as const;
const strokes = { cross: 'M2 2L8 9M8 2L2 9', tick: 'M1 6L4 9L9 2' } as const;

/** A sign beside words that say the same. A cross and a tick are drawn, since some machines have no font with them, and show one box for both. */
function drawnSign(sign: Sign): Html {
  if (sign !== 'cross' && sign !== 'tick') return html`${letters[sign]}`;
  return html`<svg class="sign ${sign}" viewBox="0 0 10 11" aria-hidden="true">
    <path d="${strokes[sign]}" />
  </svg>`;
}

/** What a cell shows: the gravest verdict of its requirements, with how many have it. */
export interface CellWords {
  readonly verdict: 'fail' | 'warn' | 'untested' | 'pass' | 'not_applicable';
  /** A sign beside the number, so that nothing is said by colour alone. */
  readonly short: Html;
  /** All counts, for a reader without eyes and for a pointer that rests on it. */
  readonly long: string;
}

const signs = {
  fail: 'cross',
  warn: 'warning',
  untested: 'unknown',
  pass: 'tick',
  not_applicable: 'none',
} as const satisfies Record<CellWords['verdict'], Sign>;
const words = {
  fail: 'broken',
  warn: 'with a warning',
  untested: 'untested',
  pass: 'passed',
  not_applicable: 'not applicable',
} as const;
const order = ['fail', 'warn', 'untested', 'pass', 'not_applicable'] as const;

export function cellWords(section: FleetSection): CellWords {
  const verdict = order.find((one) => section[one] > 0) ?? 'not_applicable';
  const counts = order.filter((one) => section[one] > 0).map((one) => `${section[one]} ${words[one]}`);
  return {
    verdict,
    short: html`${drawnSign(signs[verdict])}${verdict !== 'not_applicable' && section[verdict]}`,
    long: `${section.document}, ${section.section}: ${counts.join(', ')}`,
  };
}

/** What each sign of a cell means. */
export const legend: readonly (readonly [sign: Html, meaning: string])[] = order.map((one) => [
  drawnSign(signs[one]),
  words[one],
]);

const causes = {
  unreachable: 'could not be reached',
  settings: 'has wrong settings',
  failed: 'could not be judged',
  interrupted: 'had no turn before the interrupt',
} as const satisfies Record<FleetTrouble['kind'], string>;

/** Why a target has no new run, in a few words. */
export const troubleWords = (kind: FleetTrouble['kind']): string => causes[kind];

const verdicts = {
  conformant: 'conformant',
  nonconformant: 'not conformant',
  inconclusive: 'inconclusive',
} as const;

/** A verdict in a few words. It never reads `conformant` alone where less was tested than can be. */
export function shortVerdict({ run }: Pick<FleetRow, 'run'>): string {
  return run === undefined ? 'never judged' : wordsOf(run.verdict, run.complete);
}

const wordsOf = (verdict: keyof typeof verdicts, isComplete: boolean): string =>
  verdict === 'conformant' && !isComplete ? 'conformant in what was tested' : verdicts[verdict];

/** How many of all requirements were tested. */
export function scopeWords({
  pass,
  fail,
  warn,
  untested,
  not_applicable: never,
}: FleetRun['counts']): string {
  const tested = pass + fail + warn;
  return `${tested} of ${tested + untested + never} tested`;
}

/** The sign of a past verdict, with its words. */
export function pastSign({
  verdict,
  complete = false,
}: Pick<FleetPast, 'verdict' | 'complete'>): readonly [sign: Html, words: string] {
  if (verdict === undefined) return [drawnSign('absent'), 'no run'];
  const sign = { conformant: 'tick', nonconformant: 'cross', inconclusive: 'unknown' } as const;
  return [drawnSign(sign[verdict]), wordsOf(verdict, complete)];
}

/** A day and time in UTC as a person reads it: `2026-01-31 09:00`. */
export const instant = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
