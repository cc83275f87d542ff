import type { Covered } from '../engine/judge/execute.ts';

/** What a step of a machine has tried, and what came of it. */
export interface MachineCovered extends Covered {
  readonly machine: string;
}

/** Whether an outcome is a refusal: a journal has it by its name alone. */
export const isRefusal = (outcome: string): boolean => outcome.startsWith('refused');

/** How often something was tried, as read from a journal. */
export interface CoveredTimes extends MachineCovered {
  /** Whether the target was to refuse, and did. */
  readonly refused: boolean;
  /** Of a procedure, which has no states: it is kept or broken. */
  readonly procedure: boolean;
  readonly times: number;
}

const separator = ' | ';

/** Counts what was tried, as the journal writes it: `machine | abstract state | operation kind | outcome` → times. */
export function coverageCounts(all: readonly MachineCovered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { machine, abstract, operation, kind, outcome } of all) {
    const key = [machine, abstract, `${operation} ${kind}`, outcome].join(separator);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Reads what `coverageCounts` has written; the one place that takes such a key apart. */
export function coveredTimes(counts: Iterable<readonly [string, number]>): readonly CoveredTimes[] {
  return [...counts].map(([key, times]) => {
    const [machine = '', abstract = '', attempt = '', ...rest] = key.split(separator);
    const [operation = '', ...kind] = attempt.split(' ');
    const outcome = rest.join(separator);
    return {
      machine,
      abstract,
      operation,
      kind: kind.join(' '),
      outcome,
      refused: isRefusal(outcome),
      procedure: rest.length === 0,
      times,
    };
  });
}
