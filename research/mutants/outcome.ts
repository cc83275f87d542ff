import { allClaims } from '../../suites/claims/all-claims.ts';
import type { Claim } from '../../suites/run/claim.ts';
import type { Broken } from '../../cli/faults/threads.ts';
import type { Answer } from './judge-mutant.ts';
import type { Mutant } from './mutant.ts';
import { loading, starting, type Met } from './switch.ts';

/** What the suites made of a mutant. */
export type Outcome =
  /** A failure that could be repeated accuses these rows, of which one at least is a must. */
  | {
      readonly is: 'killed';
      readonly requirements: readonly string[];
      readonly summary: string;
      readonly requests: number;
    }
  /** Nothing is accused, but the run is not conformant either: the server can't be tried, or rows have no evidence any more. */
  | { readonly is: 'unjudged'; readonly why: string }
  | { readonly is: 'timeout' }
  /** The run is as the one without a mutant. `answers`: open points that it answers in another way. `warned`: rows accused that are no must. */
  | { readonly is: 'survived'; readonly answers: readonly string[]; readonly warned: readonly string[] };

/** Whether some run of the suites meets a mutant. */
export function isReached({ number }: Mutant, met: Met): boolean {
  return Object.values(met).some((of) => of[number] !== undefined);
}

/** Whether it is met when the server's code is loaded: it can't be switched on later. */
export function isMetWhileLoading({ number }: Mutant, met: Met): boolean {
  return met[loading]?.[number] !== undefined;
}

/** The suites that meet a mutant, those first that meet it most often for their requests; all, when it is met before the first. */
export function suitesFor(
  { number }: Mutant,
  { met, requests }: Pick<Answer, 'met' | 'requests'>,
): readonly string[] {
  const before = [loading, starting].some((part) => met[part]?.[number] !== undefined);
  const meeting = allClaims.filter(({ suite }) => before || met[suite]?.[number] !== undefined);
  // What only overlapping requests show is rare, and races take long.
  const density = ({ suite, kind }: Claim): number =>
    kind === 'races' ? -1 : (met[suite]?.[number] ?? 0) / Math.max(1, requests[suite] ?? 0);
  return meeting.toSorted((a, b) => density(b) - density(a)).map(({ suite }) => suite);
}

/** What an answer says about a mutant, held against the run without one. */
export function outcomeOf(mutant: Mutant, answer: Answer | Broken | 'timeout', sound: Answer): Outcome {
  if (answer === 'timeout') return { is: 'timeout' };
  if ('error' in answer) return { is: 'unjudged', why: answer.error };
  if (answer.failure !== undefined) {
    const { requirements, summary, requestsToFind } = answer.failure;
    return { is: 'killed', requirements, summary, requests: requestsToFind };
  }
  const suites = suitesFor(mutant, sound);
  const rows = ({ evidence }: Answer) => new Set(suites.flatMap((suite) => evidence[suite] ?? []));
  const shown = rows(answer);
  const untested = [...rows(sound)].filter((row) => !shown.has(row));
  if (untested.length > 0) return { is: 'unjudged', why: `without evidence: ${untested.sort().join(', ')}` };
  const [trouble] = answer.trouble;
  if (trouble !== undefined) return { is: 'unjudged', why: trouble };
  return {
    is: 'survived',
    answers: otherAnswers(choicesOf(sound, suites), choicesOf(answer, suites)),
    warned: answer.warned,
  };
}

type Choices = ReadonlyMap<string, ReadonlySet<string>>;

function choicesOf({ observed }: Answer, suites: readonly string[]): Choices {
  const choices = new Map<string, Set<string>>();
  for (const suite of suites)
    for (const [latitude, of] of Object.entries(observed[suite] ?? {}))
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
