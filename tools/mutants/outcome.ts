import { allClaims } from '../../suites/claims/all-claims.ts';
import type { Broken } from '../../cli/threads/threads.ts';
import type { Answer, Shown } from './judge-mutant.ts';
import type { Mutant } from './mutant.ts';
import { loading, recording, starting, type Met } from './switch.ts';

/** What the suites made of a mutant. */
export type Outcome =
  /** A failure that could be repeated accuses these rows, of which one at least is a must. */
  | {
      readonly is: 'killed';
      readonly requirements: readonly string[];
      readonly summary: string;
      readonly requests: number;
    }
  /** Detected, and nobody is accused: the run does not end conformant, since the server answers as another one, or rows have no evidence any more. */
  | { readonly is: 'unjudged'; readonly why: string }
  /** The server can't be loaded, or does not start: what StrykerJS calls a runtime error. */
  | { readonly is: 'broken'; readonly why: string }
  | { readonly is: 'timeout' }
  /** The run is as the one without a mutant. `answers`: open points that it answers in another way. `warned`: rows accused that are no must. */
  | { readonly is: 'survived'; readonly answers: readonly string[]; readonly warned: readonly string[] };

/** Whether some part of the course meets a mutant. */
export function isReached({ number }: Pick<Mutant, 'number'>, met: Met): boolean {
  return Object.entries(met).some(([part, of]) => part !== recording && of[number] !== undefined);
}

/** Whether it is met when the server's code is loaded: it can't be switched on later. */
export function isMetWhileLoading({ number }: Pick<Mutant, 'number'>, met: Met): boolean {
  return met[loading]?.[number] !== undefined;
}

/** So many parts of each suite come before the rest of any: most mutants show in the first ones, if in the right suite. */
const firstParts = 4;
/** And so many of each from then on. */
const nextParts = 12;

/**
 * The parts of the course that meet a mutant; all, when it is met before the first. Those come first that meet it most often for their
 * requests, or else the other mutants of its file: `file` are their numbers. What only overlapping requests show is rare, and races come last.
 */
export function partsFor(
  { number }: Pick<Mutant, 'number'>,
  { met, shown }: Pick<Answer, 'met' | 'shown'>,
  file: readonly string[] = [],
): readonly string[] {
  const meets = Object.entries(shown).filter(([part]) => met[part]?.[number] !== undefined);
  const isBefore = [loading, starting].some((part) => met[part]?.[number] !== undefined);
  const meeting = isBefore || meets.length === 0 ? Object.entries(shown) : meets;
  const asked = meets.length === 0 ? file : [number];
  const density = ([part, { requests }]: readonly [string, Shown]): number =>
    asked.reduce((sum, one) => sum + (met[part]?.[one] ?? 0), 0) / Math.max(1, requests);
  const ranked = allClaims.flatMap(({ suite, kind, machine }) => {
    const own = meeting
      .filter(([, one]) => one.suite === suite)
      .map((one) => ({ part: one[0], density: density(one) }))
      .toSorted((one, other) => other.density - one.density);
    const best = own[0]?.density ?? 0;
    // Moving the clock leaves nothing as it was, so that it comes after the others of its stage.
    const alone = machine?.exclusive === true ? 1 : 0;
    return own.map(({ part }, place) => ({ part, alone, best, stage: stageOf(kind, place) }));
  });
  return ranked
    .toSorted((one, other) => one.stage - other.stage || one.alone - other.alone || other.best - one.best)
    .map(({ part }) => part);
}

function stageOf(kind: (typeof allClaims)[number]['kind'], place: number): number {
  if (kind === 'procedure') return 1;
  if (kind === 'races') return 3;
  // Block by block of each suite, since one that goes on for long may show nothing.
  const block = Math.floor((place - firstParts) / nextParts);
  return place < firstParts ? 0 : block === 0 ? 2 : 3 + block;
}

/** What instrumented code throws where a mutant keeps a loop from ending, which StrykerJS counts as a timeout. */
const hitLimitReached = 'Stryker: Hit count limit reached';

/** What an answer says about a mutant, held against the run without one. */
export function outcomeOf(answer: Answer | Broken | 'timeout', sound: Answer): Outcome {
  if (answer === 'timeout') return { is: 'timeout' };
  const error = 'error' in answer ? answer.error : answer.ended?.why;
  // The text is all that is left of an error that has ended a thread.
  if (error?.startsWith(hitLimitReached) === true) return { is: 'timeout' };
  if ('error' in answer) return { is: 'unjudged', why: answer.error };
  if (answer.ended !== undefined)
    return { is: answer.ended.where === 'before' ? 'broken' : 'unjudged', why: answer.ended.why };
  if (answer.failure !== undefined) {
    const { requirements, summary, requestsToFind } = answer.failure;
    return { is: 'killed', requirements, summary, requests: requestsToFind };
  }
  // A run with fewer requests has left out parts.
  const parts = Object.keys(answer.shown);
  const rows = ({ shown }: Answer) => new Set(parts.flatMap((part) => shown[part]?.evidence ?? []));
  const shown = rows(answer);
  const untested = [...rows(sound)].filter((row) => !shown.has(row));
  if (untested.length > 0) return { is: 'unjudged', why: `without evidence: ${untested.sort().join(', ')}` };
  const [trouble] = answer.trouble;
  if (trouble !== undefined) return { is: 'unjudged', why: trouble };
  return {
    is: 'survived',
    answers: otherAnswers(choicesOf(sound, parts), choicesOf(answer, parts)),
    warned: answer.warned,
  };
}

type Choices = ReadonlyMap<string, ReadonlySet<string>>;

function choicesOf({ shown }: Answer, parts: readonly string[]): Choices {
  const choices = new Map<string, Set<string>>();
  for (const part of parts)
    for (const [latitude, of] of Object.entries(shown[part]?.observed ?? {}))
      choices.set(latitude, new Set([...(choices.get(latitude) ?? []), ...of]));
  return choices;
}

/** The open points that are answered in a way that the other run did not show. */
function otherAnswers(before: Choices, now: Choices): readonly string[] {
  return [...now].flatMap(([latitude, choices]) => {
    const known = before.get(latitude) ?? new Set();
    const fresh = [...choices].filter((choice) => !known.has(choice));
    return fresh.length === 0 ? [] : [`${latitude}: ${fresh.sort().join(', ')}`];
  });
}
