import type { Execution } from '../../engine/judge/execute.ts';
import { coverageKey } from '../../harness/records/coverage-key.ts';

/** The step at which a sequence ended, where its answer is none that is permitted there. Where only a field is wrong, the step itself was right. */
export function wrongStep(
  machine: string,
  { violation, coverage }: Pick<Execution<unknown, unknown, unknown, unknown>, 'violation' | 'coverage'>,
): { readonly step?: string } {
  const last = coverage.at(-1);
  const isWrong = violation?.at === 'reply' && violation.breaches.some(({ about }) => about === undefined);
  return isWrong && last !== undefined ? { step: coverageKey({ ...last, machine }) } : {};
}
