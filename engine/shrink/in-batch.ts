import type { Exploration, Failure, InBatch } from '../exploration.ts';
import type { Execution } from '../judge/execution.ts';
import { isSameFailure } from '../judge/signature.ts';
import type { Sequence } from '../model.ts';
import type { SequenceRunner } from '../sequence-runner.ts';

/** So often it is run with those that are left. */
const rounds = 2;

interface Options<S, C, R, N> extends Pick<Exploration<S, C, R, N>, 'alone' | 'stop'> {
  readonly runner: Pick<SequenceRunner<S, C, R, N>, 'runAll'>;
}

/**
 * Looks once more at a failure that did not happen again alone, in an exploration that confirms alone what it finds side by side: with the sequences that ran at the
 * same time, `drawn`, and with half of them as long as it still fails. Gives the failure with how often it was seen with those that are left; as it is where it was
 * not seen again, or may be seen alone.
 */
export async function seenInBatch<S, C, R, N>(
  failure: Failure<S, C, R, N>,
  { sequence, learned, violation }: Execution<S, C, R, N>,
  drawn: readonly Sequence[],
  { runner, alone, stop }: Options<S, C, R, N>,
): Promise<Failure<S, C, R, N>> {
  const isNeverAgain = failure.failed === 1 && failure.outOf > 1;
  const isConfirmedAlone = alone?.('confirm') === true && !alone('explore');
  if (!isConfirmedAlone || !isNeverAgain || violation === undefined) return failure;
  const fails = async (others: readonly Sequence[]): Promise<boolean> => {
    if (stop()) return false;
    const group = [sequence, ...others];
    const ran = await runner.runAll(group, { phase: 'shrink', learned, sideBySide: true });
    return ran.some(
      (one) =>
        one.sequence === sequence && one.violation !== undefined && isSameFailure(one.violation, violation),
    );
  };
  const all = drawn.filter((one) => one !== sequence);
  if (all.length === 0 || !(await fails(all))) return failure;
  const others = await fewest(all, fails);
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) failed += (await fails(others)) ? 1 : 0;
  const inBatch: InBatch = { others, failed, outOf: rounds };
  return { ...failure, inBatch };
}

/** The half of those that are left with which it still fails, again and again. */
async function fewest(
  all: readonly Sequence[],
  fails: (others: readonly Sequence[]) => Promise<boolean>,
): Promise<readonly Sequence[]> {
  let left = all;
  while (left.length > 1) {
    const middle = Math.ceil(left.length / 2);
    const [first, second] = [left.slice(0, middle), left.slice(middle)];
    if (await fails(first)) left = first;
    else if (await fails(second)) left = second;
    else break;
  }
  return left;
}
