import type { Goal } from '../../engine/goals.ts';
import type { Execution } from '../../engine/judge/execute.ts';
import { signatureOf } from '../../engine/judge/signature.ts';
import type { SequenceRecord } from '../../harness/journal/journal-records.ts';
import { digestOf } from './digest.ts';

/** What a run that is resumed needs to know of a sequence. `reached`: what others have reached before; undefined where nothing is planned. */
export function forResuming<S, C, R, N>(
  { sequence, violation, behind = [], transitions }: Execution<S, C, R, N>,
  reached: ReadonlySet<Goal> | undefined,
): Pick<SequenceRecord, 'digest' | 'signatures' | 'reached'> {
  const violations = violation === undefined ? behind : [...behind, violation];
  const fresh = [...transitions].filter((transition) => reached?.has(transition) === false);
  return {
    digest: digestOf(sequence),
    ...(violations.length > 0 && { signatures: violations.map(signatureOf) }),
    ...(fresh.length > 0 && {
      reached: fresh.map(({ stage, operation, outcome }) => [stage, operation, outcome] as const),
    }),
  };
}
