import type { Covered } from '../../engine/judge/execution.ts';

/** What a step of a machine has tried, and what came of it. */
export interface MachineCovered extends Covered {
  readonly machine: string;
}

/** How often something was tried, as read from a journal. */
export interface CoveredTimes extends MachineCovered {
  /** The abstract state without its details: `closed by capture`. */
  readonly stage: string;
  /** Whether the target was to refuse, and did. */
  readonly refused: boolean;
  /** Of a procedure, which has no states: it is kept or broken. */
  readonly procedure: boolean;
  /** Whether an approval was given; absent where none was requested that a target may refuse by chance. */
  readonly approved?: boolean;
  readonly times: number;
}

const separator = ' | ';

/** Counts what was tried, as the journal writes it: `machine | abstract state | operation kind | outcome` → times. */
export function coverageCounts(all: readonly MachineCovered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of all) {
    const key = coverageKey(one);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** One step that was tried, as the counts name it. */
export function coverageKey({ machine, abstract, operation, kind, outcome }: MachineCovered): string {
  return [machine, abstract, `${operation} ${kind}`, outcome].join(separator);
}

/** Reads what `coverageCounts` has written; the one place that takes such a key apart. */
export function coveredTimes(counts: Iterable<readonly [string, number]>): readonly CoveredTimes[] {
  return [...counts].map(([key, times]) => {
    const [machine = '', abstract = '', attempt = '', ...rest] = key.split(separator);
    const [operation = '', ...kind] = attempt.split(' ');
    const step = { operation, kind: kind.join(' '), outcome: rest.join(separator) };
    const approved = approvedIn(step);
    return {
      machine,
      abstract,
      stage: stageIn(abstract),
      ...step,
      refused: isRefusal(step.outcome),
      procedure: rest.length === 0,
      ...(approved !== undefined && { approved }),
      times,
    };
  });
}

/** Whether an outcome is a refusal: a journal has it by its name alone. */
export const isRefusal = (outcome: string): boolean => outcome.startsWith('refused');

/** The stage in which nothing that matters was made yet. */
export const startStage = 'start';

/** The part of an abstract state before its details. */
export function stageIn(abstract: string): string {
  const [stage = abstract] = abstract.split(', ', 1);
  return /^\d+ open$|^none$/.test(stage) ? startStage : stage;
}

function approvedIn({
  operation,
  kind,
  outcome,
}: Pick<Covered, 'operation' | 'kind' | 'outcome'>): boolean | undefined {
  // A colon names malformed data (`malformed: long`), which may be about no account at all.
  if (kind.includes(':')) return undefined;
  const authorized = outcome === 'authorized';
  const declined = outcome.startsWith('declined');
  switch (operation) {
    case 'authorize':
      // These are about the consumers who are rejected or asked for a PIN.
      if (kind === 'rejected' || kind.includes('PIN')) return undefined;
      return authorized || declined || outcome === 'PIN asked' ? authorized : undefined;
    case 'create':
      return authorized || declined ? authorized : undefined;
    case 'adopt-token':
      return outcome === 'adopted: ACTIVE';
    default:
      return undefined;
  }
}
