/** The object by which instrumented code asks which mutant is on, and in which it counts those that it meets. */
interface MutantSwitch {
  activeMutant?: string | undefined;
  /** Under this name it counts. */
  currentTestId?: string | undefined;
  mutantCoverage?: { readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>> };
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

/** The name that the instrumented code looks for. */
const name = '__stryker__';
const holder = globalThis as { [name]?: MutantSwitch };

/** Where mutants are met while the server is loaded, while it starts, while it is looked at before the suites, and while their course is drawn. */
export const loading = 'loading';
export const starting = 'starting';
export const preflight = 'preflight';
export const recording = 'recording';

/** The times that each mutant was met, by the part of the run: `loading`, `starting`, or a part of the course. */
export type Met = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Turns on one mutant, which throws once it was met `limit` times; or none. */
export function turnOn(number: string | undefined, limit?: number): void {
  const ours = (holder[name] ??= {});
  ours.activeMutant = number;
  ours.hitLimit = limit;
  ours.hitCount = limit === undefined ? undefined : 0;
}

/** Names the part of the run that begins. */
export function countUnder(part: string): void {
  (holder[name] ??= {}).currentTestId = part;
}

/** What was met so far in this thread. */
export function metSoFar(): Met {
  return structuredClone(holder[name]?.mutantCoverage?.perTest ?? {});
}
