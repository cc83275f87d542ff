import type { Mutant } from '../mutants/mutant.ts';
import { Copy, type Ended } from './copy.ts';

/** What the tests made of a mutant. `left out`: they are not green without it. */
export type Outcome = 'killed' | 'survived' | 'timeout' | 'no test' | 'left out';

/** One mutant that was tried. */
export interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
  readonly seconds: number;
}

export interface Trying {
  /** The checkout whose files and tests are taken. */
  readonly root: string;
  /** Copies of it, each with one mutant after another. */
  readonly parallel: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onTried: (tried: Tried) => void;
}

/** The tests of a file without a mutant. */
interface Sound {
  readonly ended: Ended;
  readonly tests: number;
  readonly ms: number;
}

/** What a run of the tests that was not interrupted says of a mutant. */
export function outcomeOf(ended: number | 'timeout'): 'killed' | 'survived' | 'timeout' {
  if (ended === 'timeout') return 'timeout';
  return ended === 0 ? 'survived' : 'killed';
}

/** Why a mutant need not be tried, from the tests of its file without it. */
export function outcomeWithout({ ended, tests }: Pick<Sound, 'ended' | 'tests'>): Outcome | undefined {
  if (ended !== 0) return 'left out';
  return tests === 0 ? 'no test' : undefined;
}

/** Tries mutants in their order, each by the tests that import its file. */
export async function tryTests(mutants: readonly Mutant[], trying: Trying): Promise<void> {
  const { root, parallel, timeoutMs, signal, onTried } = trying;
  const sounds = new Map<string, Promise<Sound>>();
  let next = 0;
  const soundIn = async (copy: Copy, file: string): Promise<Sound> => {
    const began = performance.now();
    const ended = await copy.testsOf(file, timeoutMs, signal);
    return { ended, tests: copy.testsInLastRun(), ms: performance.now() - began };
  };
  const inCopy = async (): Promise<void> => {
    const copy = new Copy(root);
    try {
      for (let at = next++; !signal.aborted; at = next++) {
        const mutant = mutants[at];
        if (mutant === undefined) break;
        const asked = sounds.get(mutant.file) ?? soundIn(copy, mutant.file);
        sounds.set(mutant.file, asked);
        const sound = await asked;
        if (signal.aborted) break;
        const without = outcomeWithout(sound);
        if (without !== undefined) {
          onTried({ mutant, outcome: without, seconds: sound.ms / 1000 });
          continue;
        }
        const began = performance.now();
        // On top of what the tests take anyway, so that slow tests do not pass for a mutant that hangs.
        const ended = await copy.testsWith(mutant, timeoutMs + sound.ms, signal);
        if (ended === 'interrupted') break;
        onTried({ mutant, outcome: outcomeOf(ended), seconds: (performance.now() - began) / 1000 });
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, mutants.length) }, inCopy));
}

/** The last line: the counts, and the share that was killed. What no test imports counts as not killed. */
export function summaryOf(tried: readonly Pick<Tried, 'outcome'>[]): string {
  const count = (is: Outcome) => tried.filter(({ outcome }) => outcome === is).length;
  const killed = count('killed') + count('timeout');
  const of = tried.length - count('left out');
  const share = of === 0 ? '-' : `${((100 * killed) / of).toFixed(1)} %`;
  return `killed ${count('killed')}, survived ${count('survived')}, timeouts ${count('timeout')}, no test ${count('no test')}, left out ${count('left out')}; score ${share} (${killed} of ${of})`;
}
