import { isSameSignature, type Signature } from '../../engine/judge/signature.ts';
import type { Race } from '../../engine/race/race.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { Replayable, ReplayRun } from '../run/replayable.ts';
import type { Session } from '../run/session.ts';
import { judgedRace } from './judged-race.ts';
import { legacyPatterns } from './legacy.ts';
import type { Pattern } from './pattern.ts';
import { type AnyRaced, breachesOf, linesOf, signatureOfRace } from './race-record.ts';
import { resourcePatterns } from './resource.ts';

/** Runs of a race until it counts as fixed: what depends on timing may need several. */
const mostRuns = 20;

/** Runs a stored race until it is lost in the same way as before, each time on fresh entities; at most twenty times. Gives the most severe run. */
export async function replayRace(
  session: Session,
  machine: AnyMachine,
  { sequence, overlap = [], signature }: Replayable,
  name: string,
): Promise<ReplayRun> {
  const together = new Set(overlap.map(({ step }) => step));
  const first = sequence.findIndex(({ id }) => together.has(id));
  const race: Race = {
    before: sequence.slice(0, first),
    overlap: sequence.filter(({ id }) => together.has(id)),
    after: sequence.slice(first).filter(({ id }) => !together.has(id)),
  };
  const pattern = patternOf(race);
  let best: ReplayRun = { came: 'unjudged', breaches: [], lines: [] };
  for (let run = 1; run <= mostRuns && best.came !== 'same failure' && !session.ended(); run += 1) {
    const driver = session.driver(run === 1 ? name : `${name}/${run}`, 'replay');
    const ran = replayed(await judgedRace(machine, race, driver), pattern, signature);
    if (bySeverity.indexOf(ran.came) >= bySeverity.indexOf(best.came)) best = ran;
  }
  return best;
}

/** The most severe last. */
const bySeverity: readonly ReplayRun['came'][] = ['unjudged', 'no failure', 'other failure', 'same failure'];

function replayed(
  raced: AnyRaced,
  pattern: Pick<Pattern, 'overlap' | 'breach'>,
  signature: Signature,
): ReplayRun {
  const breaches = breachesOf(raced, pattern);
  const same = isSameSignature(signatureOfRace(raced, pattern), signature);
  const came = {
    explained: 'no failure',
    inconclusive: 'unjudged',
    violated: same ? 'same failure' : 'other failure',
  } as const;
  return { came: came[raced.verdict.kind], breaches, lines: linesOf(raced, breaches) };
}

/** The pattern of a stored race; the race itself where that is of another version. */
function patternOf(race: Race): Pick<Pattern, 'overlap' | 'breach'> {
  const known = [...legacyPatterns, ...resourcePatterns].find((one) => stepsOf(one) === stepsOf(race));
  return known ?? race;
}

/** The same text for the same steps, however they were ordered; the first step may be of several kinds. */
function stepsOf({ before, overlap }: Pick<Pattern, 'before' | 'overlap'>): string {
  const names = ({ operation, kind }: { readonly operation: string; readonly kind: string }) =>
    `${operation} ${kind}`;
  return JSON.stringify([before.slice(1).map(names), overlap.map(names).toSorted()]);
}
