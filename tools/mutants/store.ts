import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Answer, Effort } from './judge-mutant.ts';
import type { Mutant } from './mutant.ts';
import type { Outcome } from './outcome.ts';
import type { Tried } from './try-mutants.ts';

/** What was found out before about the same code with the same seed: an interrupted run goes on where it was. */
export interface Store {
  /** The file of the course. */
  readonly course: string;
  /** The course without a mutant; undefined where it was not run yet. */
  readonly sound: Answer | undefined;
  keepSound(sound: Answer): void;
  /** What came of a mutant before. */
  of(mutant: Mutant): Tried | undefined;
  keep(tried: Tried): void;
}

interface Line {
  readonly id: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly whole: boolean;
}

/** Opens the store of a copy's code and an effort, below `under`. `fresh`: forgets what is in it. */
export function openStore(
  copy: string,
  under: string,
  { seed, runs, fresh = false }: Effort & { readonly fresh?: boolean },
): Store {
  const folder = join(under, `${digestOf(copy)}-seed-${seed}-runs-${runs}`);
  if (fresh) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const [sound, results] = [join(folder, 'sound.json'), join(folder, 'tried.ndjson')];
  const known = new Map(linesOf(results).map((line) => [line.id, line]));
  return {
    course: join(folder, 'course.json'),
    sound: existsSync(sound) ? (JSON.parse(readFileSync(sound, 'utf8')) as Answer) : undefined,
    keepSound: (answer) => writeFileSync(sound, JSON.stringify(answer)),
    of: (mutant) => {
      const line = known.get(mutant.id);
      if (line === undefined) return undefined;
      const { outcome, seconds, whole } = line;
      return { mutant, outcome, seconds, whole };
    },
    keep: ({ mutant: { id }, outcome, seconds, whole }) =>
      appendFileSync(results, `${JSON.stringify({ id, outcome, seconds, whole } satisfies Line)}\n`),
  };
}

/** A line that was cut off while it was written is left out: its mutant is tried again. */
function linesOf(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
}

/** Of all code in the copy, which decides what comes of a mutant. */
function digestOf(copy: string): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(ts|mjs)$/.test(path) && !path.startsWith('node_modules'))
      hash.update(path).update(readFileSync(join(copy, path)));
  return hash.digest('hex').slice(0, 12);
}
