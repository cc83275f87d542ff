import type { Belief } from './belief.ts';
import type { Execution } from './execution.ts';
import type { Machine } from '../machine.ts';
import type { Believed, Json, StepId } from '../model.ts';
import { rejudge } from './rejudge.ts';

/** The same with the steps that have made it so. */
export interface Reason extends Believed {
  /** Each step after which something else was believed of it than before. */
  readonly by: readonly StepId[];
}

/**
 * What was believed before the judged step, and from which steps: only what all explanations of the replies agree on. Empty where no reply
 * is accused, or the machine tells nothing.
 */
export function reasonsOf<S, C, R, N>(
  machine: Machine<S, C, R, N>,
  { performed, initial, violation }: Pick<Execution<S, C, R, N>, 'performed' | 'initial' | 'violation'>,
): readonly Reason[] {
  const judged = performed.at(-1);
  if (violation?.at !== 'reply' || judged === undefined || machine.believes === undefined) return [];
  const before = performed.slice(0, -1);
  const by = new Map<string, StepId[]>();
  let sofar = new Map<string, Json>();
  const explained = (belief: Belief<S, N>, index: number): void => {
    const step = before[index]?.step.id ?? '';
    const now = agreed(belief.map(({ state }) => machine.believes?.(state, judged.step, judged.call) ?? []));
    for (const [about, is] of now)
      if (JSON.stringify(is) !== JSON.stringify(sofar.get(about)))
        by.set(about, [...(by.get(about) ?? []), step]);
    sofar = now;
  };
  rejudge(machine, initial, before, { explained });
  return [...sofar].map(([about, is]) => ({ about, is, by: by.get(about) ?? [] }));
}

/** What all of them say alike. */
function agreed([first = [], ...others]: readonly (readonly Believed[])[]): Map<string, Json> {
  const rest = others.map((all) => new Map(all.map(({ about, is }) => [about, JSON.stringify(is)])));
  return new Map(
    first
      .filter(({ about, is }) => rest.every((one) => one.get(about) === JSON.stringify(is)))
      .map(({ about, is }) => [about, is]),
  );
}
