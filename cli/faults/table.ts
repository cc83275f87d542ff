import { faults } from '../../reference/faults.ts';
import { allRequirements } from '../../spec/register.ts';
import type { Tried } from './try-faults.ts';

/** The faults that were tried, and how. */
export interface Matrix {
  readonly seed: number;
  readonly runs: number;
  readonly tried: readonly Tried[];
}

/** The head over the lines of faults, whose ids are at most so wide. */
export function headOf(width: number): string {
  return `${'fault'.padEnd(width)}  caught  blamed   found  steps  shrink  requirement`;
}

/** The line of one fault. */
export function lineOf(tried: Tried, width: number): string {
  const { fault, result } = tried;
  const { caught, blamed, requestsToFind, steps, requestsToShrink } = result;
  return [
    fault.id.padEnd(width),
    (caught ? 'yes' : 'NO').padEnd(6),
    (blamed ? 'yes' : 'NO').padEnd(6),
    String(requestsToFind ?? '-').padStart(6),
    String(steps ?? '-').padStart(5),
    String(requestsToShrink ?? '-').padStart(6),
    blamed ? fault.requirement : `${fault.requirement}, ${insteadOf(tried)}`,
  ].join('  ');
}

/** What came in place of the accusation that a fault asks for. */
export function insteadOf({ result, error }: Tried): string {
  return error === undefined ? `accused ${result.accused.join(', ') || 'nothing'}` : `failed: ${error}`;
}

/** The line that closes the table. */
export function summaryOf({ seed, runs, tried }: Matrix): string {
  const caught = tried.filter(({ result }) => result.caught).length;
  const blamed = tried.filter(({ result }) => result.blamed).length;
  return `${tried.length} faults: ${caught} caught, ${blamed} blamed; ${runs} runs, seed ${seed}`;
}

/** The musts that a server can be tested for and that no seeded fault breaks, by id. */
export function withoutFault(): readonly string[] {
  const broken = new Set(faults.map(({ requirement }) => requirement));
  return allRequirements
    .filter(({ id, level, untestable }) => level === 'must' && untestable === undefined && !broken.has(id))
    .map(({ id }) => id)
    .sort();
}

/** The matrix as data, for `--json`. */
export function matrixAsJson({ seed, runs, tried }: Matrix): Readonly<Record<string, unknown>> {
  return {
    seed,
    runs,
    faults: tried.map(({ fault, result, error }) => ({
      fault: fault.id,
      requirement: fault.requirement,
      caught: result.caught,
      blamed: result.blamed,
      accused: result.accused,
      requests_to_find: result.requestsToFind ?? null,
      requests_to_shrink: result.requestsToShrink ?? null,
      steps: result.steps ?? null,
      summary: result.failure?.summary ?? null,
      ...(error !== undefined && { error }),
    })),
    musts_without_fault: withoutFault(),
  };
}
