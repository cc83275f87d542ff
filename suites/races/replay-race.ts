import { isSameSignature, type Signature } from '../../engine/judge/signature.ts';
import { type Race, runRace } from '../../engine/race/race.ts';
import type { AnyMachine } from '../explore/machines.ts';
import type { Replayable, ReplayRun } from '../run/replayable.ts';
import type { Session } from '../run/session.ts';
import { legacyPatterns } from './legacy.ts';
import type { Pattern } from './pattern.ts';
import { type AnyRaced, breachesOf, linesOf, signatureOfRace } from './race-record.ts';
import { raceReading } from './reading.ts';
import { resourcePatterns } from './resource.ts';

/** Runs of a race that does not come out as it did before, after which it is taken for mended: what depends on time may need several. */
const mostRuns = 20;

/** Runs a stored race until it is lost in the same way as before, each time on fresh entities; at most twenty times. Gives the run that tells most. */
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
    const ran = replayed(await runRace(machine, race, driver, raceReading), pattern, signature);
    if (telling.indexOf(ran.came) >= telling.indexOf(best.came)) best = ran;
  }
  return best;
}

/** What may come of a run, the most telling last. */
const telling: readonly ReplayRun['came'][] = ['unjudged', 'no failure', 'other failure', 'same failure'];

function replayed(
  raced: AnyRaced,
  pattern: Pick<Pattern, 'overlap' | 'tell'>,
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

/** The pattern that a stored race was drawn from; the race itself where it is of another version. */
function patternOf(race: Race): Pick<Pattern, 'overlap' | 'tell'> {
  const known = [...legacyPatterns, ...resourcePatterns].find((one) => stepsOf(one) === stepsOf(race));
  return known ?? race;
}

/** The same text for the same steps, in whatever order they were released; the first may be made in several ways. */
function stepsOf({ before, overlap }: Pick<Pattern, 'before' | 'overlap'>): string {
  const names = ({ operation, kind }: { readonly operation: string; readonly kind: string }) =>
    `${operation} ${kind}`;
  return JSON.stringify([before.slice(1).map(names), overlap.map(names).toSorted()]);
}
