import { Thrown } from '../build/expect.ts';
import { isPlain } from '../build/references.ts';
import { without } from '../candidates.ts';
import type { Machine } from '../machine.ts';
import type { Sequence, Step } from '../model.ts';
import { operationOf } from '../operations.ts';
import type { RaceReading } from '../race/judge-race.ts';
import type { Race } from '../race/race.ts';
import { seededRandom } from '../seeded-random.ts';
import { drawing, drawn } from '../walk/simulate-step.ts';
import { presume } from '../walk/walk.ts';

/** A state with the shortest way to it that was found. */
interface Place<S> {
  readonly state: S;
  readonly before: Sequence;
}

/** So many states are raced in at most, none further than so many steps from the start: races that fail should be short. */
const mostPlaces = 40;
const furthest = 4;

/** Reads behind a race: enough to show what it made and what it changed. */
const mostReads = 6;

/** A reply that a system may give to any call, since another is under way: nothing is asked of it. */
const firstServerError = 500;
const firstRefusal = 400;

const statusOf = (reply: unknown): number =>
  isPlain(reply) && typeof reply['status'] === 'number' ? reply['status'] : 0;

/** Calls that overlap are sent together, and which was first is not known. */
const together = { from: 0, to: 0 };

/** How the replies of a race are read: a refusal is always permitted, and an error of the server is no answer. */
export const reading: RaceReading<unknown> = {
  succeeded: (reply) => !(reply instanceof Thrown) && statusOf(reply) < firstRefusal,
  unclear: (reply) => statusOf(reply) >= firstServerError,
  times: () => together,
};

/**
 * Races of a machine, the most promising first: two calls at once that change something, in each abstract state near the start, and then reads. First those
 * of which one decides how the other is to be answered, such as two that book the last seat.
 */
export function racesOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  seed: number,
  most: number,
): readonly Race[] {
  if (most <= 0) return [];
  const draw = drawing(seededRandom(seed));
  const changes = machine.operations.filter(({ reads, control }) => reads !== true && control !== true);
  /** The calls of a state that change it, each attempt with a few literals. */
  const attempts = (state: S, id: string): readonly (readonly Step[])[] =>
    changes.flatMap((operation) =>
      operation
        .attempts(state)
        .filter(({ negative }) => negative !== true)
        .map(({ kind, uses }) =>
          Array.from({ length: draws }, () => drawn(operation, state, { id, kind, uses }, draw)).filter(
            (step) => presume(machine, state, step)?.refused === false,
          ),
        )
        .filter((steps) => steps.length > 0),
    );
  const twins: Rated[] = [];
  const others: Rated[] = [];
  for (const place of placesOf(machine, (state, id) => attempts(state, id).flat())) {
    const next = place.before.length + 1;
    const all = attempts(place.state, `s${next}`);
    for (const [index, firsts] of all.entries())
      for (const seconds of all.slice(index)) {
        const isTwin = seconds === firsts;
        const pairs = isTwin ? firsts.map((one) => [one, one] as const) : pairsOf(firsts, seconds);
        const races = pairs.flatMap(
          ([first, second]) => raceOf(machine, place, first, { ...second, id: `s${next + 1}` }) ?? [],
        );
        const race = races.find(({ isDecided }) => isDecided) ?? races[0];
        if (race !== undefined) (isTwin ? twins : others).push(race);
      }
  }
  const decides = ({ isDecided }: Rated) => isDecided;
  const isOpen = ({ isDecided }: Rated) => !isDecided;
  return [twins.filter(decides), others.filter(decides), twins.filter(isOpen), others.filter(isOpen)]
    .flat()
    .slice(0, most)
    .map(({ race }) => race);
}

/** Each attempt is drawn so often, to find literals that change the state, and with which one call decides the other. */
const draws = 6;

const pairsOf = (firsts: readonly Step[], seconds: readonly Step[]) =>
  firsts.flatMap((first, index) => {
    const second = seconds[index % seconds.length];
    return second === undefined ? [] : [[first, second] as const];
  });

/** The states near the start, one of each abstract state, the nearest first. */
function placesOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  attempts: (state: S, id: string) => readonly Step[],
): readonly Place<S>[] {
  const places: Place<S>[] = [{ state: machine.initial, before: [] }];
  const seen = new Set([machine.abstract(machine.initial, {})]);
  for (const place of places) {
    if (place.before.length >= furthest) break;
    for (const step of attempts(place.state, `s${place.before.length + 1}`)) {
      if (places.length >= mostPlaces) return places;
      const after = presume(machine, place.state, step);
      if (after === undefined || after.refused) continue;
      const abstract = machine.abstract(after.state, {});
      if (seen.has(abstract)) continue;
      seen.add(abstract);
      places.push({ state: after.state, before: [...place.before, step] });
    }
  }
  return places;
}

interface Rated {
  readonly race: Race;
  /** Whether the second call is to be answered otherwise behind the first. */
  readonly isDecided: boolean;
}

function raceOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { state, before }: Place<S>,
  first: Step,
  second: Step,
): Rated | undefined {
  const alone = presume(machine, state, second);
  const afterFirst = presume(machine, state, first);
  if (alone === undefined || afterFirst === undefined) return undefined;
  const behind = presume(machine, afterFirst.state, second);
  const end = behind?.state ?? afterFirst.state;
  const after = machine.operations
    .filter(({ reads }) => reads === true)
    .flatMap((operation) => operation.attempts(end).map(({ kind, uses }) => ({ operation, kind, uses })))
    .slice(0, mostReads)
    .map(({ operation, kind, uses }, index): Step => {
      const id = `s${before.length + 3 + index}`;
      return drawn(operation, end, { id, kind, uses }, drawing(seededRandom(1)));
    });
  const outcomeOf = (at: S) => {
    const call = operationOf(machine, second).resolve(at, second);
    return call === undefined ? undefined : operationOf(machine, second).predict(at, call, second)[0]?.name;
  };
  return {
    race: { before, overlap: [first, second], after },
    isDecided: outcomeOf(state) !== outcomeOf(afterFirst.state),
  };
}

/** A race without one of the steps before it, or with smaller data in a step. Two calls with the same data keep the same. */
export function* smallerRaces<S, C, R, N>(machine: Machine<S, C, R, N>, race: Race): IterableIterator<Race> {
  const { before, overlap, after } = race;
  for (const step of before.toReversed()) {
    const rest = without([...before, ...overlap, ...after], new Set([step.id]));
    const among = (steps: Sequence) => steps.filter((one) => rest.includes(one));
    if (among(overlap).length < overlap.length) continue;
    yield { ...race, before: among(before), overlap, after: among(after) };
  }
  for (const step of [...before, ...overlap]) {
    const same = JSON.stringify([step.operation, step.data]);
    const isMeant = (one: Step) =>
      one === step || (overlap.includes(step) && JSON.stringify([one.operation, one.data]) === same);
    for (const { data } of operationOf(machine, step).simpler?.(step) ?? []) {
      if (data === undefined) continue;
      const changed = (steps: Sequence) => steps.map((one) => (isMeant(one) ? { ...one, data } : one));
      yield { ...race, before: changed(before), overlap: changed(overlap), after };
    }
  }
}
