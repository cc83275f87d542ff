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

/** What a run of the tests that was not interrupted says of a mutant. */
export function outcomeOf({ by, tests }: Pick<Ended, 'by' | 'tests'>): Outcome {
  if (by === 'timeout') return 'timeout';
  if (by !== 0) return 'killed';
  return tests === 0 ? 'no test' : 'survived';
}

/** Tries mutants in their order, each by the tests that import its file. */
export async function tryTests(mutants: readonly Mutant[], trying: Trying): Promise<void> {
  const copies = Array.from(
    { length: Math.min(trying.parallel, mutants.length) },
    () => new Copy(trying.root),
  );
  try {
    const [first] = copies;
    if (first === undefined) return;
    const soundOf = await withoutMutants(first, mutants, trying);
    const left = mutants.values();
    await Promise.all(copies.map((copy) => tryIn(copy, left, soundOf, trying)));
  } finally {
    for (const copy of copies) copy.remove();
  }
}

/** How the tests of a file end without a mutant. */
type SoundOf = (file: string, copy: Copy) => Promise<Ended>;

/** Runs the tests of all files once, since most of them have the same tests. Where these are not all green, each file is asked about. */
async function withoutMutants(
  copy: Copy,
  mutants: readonly Mutant[],
  { timeoutMs, signal, parallel }: Trying,
): Promise<SoundOf> {
  const files = [...new Set(mutants.map(({ file }) => file))];
  const together = await copy.testsOf(files, { timeoutMs: timeoutMs * files.length, signal }, parallel);
  // A mutant's tests have one worker.
  if (together.by === 0) return async () => ({ ...together, ms: together.ms * parallel });
  const asked = new Map<string, Promise<Ended>>();
  return (file, own) => {
    const sound = asked.get(file) ?? own.testsOf([file], { timeoutMs, signal });
    asked.set(file, sound);
    return sound;
  };
}

async function tryIn(
  copy: Copy,
  left: Iterator<Mutant>,
  soundOf: SoundOf,
  { timeoutMs, signal, onTried }: Trying,
): Promise<void> {
  for (let next = left.next(); !next.done && !signal.aborted; next = left.next()) {
    const mutant = next.value;
    const sound = await soundOf(mutant.file, copy);
    // On top of what the tests take anyway, so that slow tests do not pass for a mutant that hangs.
    const ended =
      sound.by === 0 ? await copy.testsWith(mutant, { timeoutMs: timeoutMs + sound.ms, signal }) : sound;
    if (ended.by === 'interrupted') break;
    const outcome = sound.by === 0 ? outcomeOf(ended) : 'left out';
    onTried({ mutant, outcome, seconds: ended.ms / 1000 });
  }
}

/** The last line: the counts, and the share that was killed. What no test imports counts as not killed. */
export function summaryOf(tried: readonly Pick<Tried, 'outcome'>[]): string {
  const count = (is: Outcome) => tried.filter(({ outcome }) => outcome === is).length;
  const killed = count('killed') + count('timeout');
  const of = tried.length - count('left out');
  const share = of === 0 ? '-' : `${((100 * killed) / of).toFixed(1)} %`;
  return `killed ${count('killed')}, survived ${count('survived')}, timeouts ${count('timeout')}, no test ${count('no test')}, left out ${count('left out')}; score ${share} (${killed} of ${of})`;
}
