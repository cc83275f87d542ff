import { tryFault, type FaultAnswer, type FaultQuestion } from '../../cli/faults/try-faults.ts';
import { searchMinimal, type Minimal } from './minimal-search.ts';

export interface SearchQuestion extends FaultQuestion {
  /** The fewest requests after which the fault's requirement is judged, where that is known. */
  readonly bound?: number;
}

export interface SearchAnswer extends FaultAnswer {
  /** Absent: no sequence judges the requirement, or the fault shows only while requests overlap. */
  readonly minimal?: Minimal;
}

/** Certifies a server that has the fault, then searches for a smaller sequence where more was found than the bound. */
export async function searchFault({ bound, ...question }: SearchQuestion): Promise<SearchAnswer> {
  const answer = await tryFault(question);
  if (bound === undefined) return answer;
  const { blamed, failure } = answer.result;
  const minimal =
    blamed && failure !== undefined
      ? await searchMinimal(question, failure, bound)
      : { least: bound, exact: false };
  return { ...answer, minimal };
}
