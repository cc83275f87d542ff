import { faults } from '../reference/faults.ts';
import type { Fault } from '../reference/faults/fault.ts';
import { allRequirements } from '../spec/register.ts';
import type { FaultResult } from '../suites/faults/certify-fault.ts';
import type { LeastShown } from '../research/minimal/minimal-search.ts';

/** What came of one seeded fault. */
export interface Tried {
  readonly fault: Fault;
  readonly result: FaultResult;
  /** The fewest requests that can expose it; absent: no sequence looks at what it breaks, or it shows only while requests overlap. */
  readonly least?: LeastShown;
  /** Why it could not be tried to its end: a fault of our own. */
  readonly error?: string;
}

/** Requests of the smallest sequence above the fewest that can expose the fault; undefined where those are not known, or it was not blamed. */
export function aboveOf({ result: { blamed, steps }, least }: Tried): number | undefined {
  return blamed && steps !== undefined && least !== undefined ? steps - least.least : undefined;
}

/** The fewest requests, or so many at least; a dash where nothing is known of them. */
export function leastCell({ least }: Tried): string {
  return least === undefined ? '-' : `${least.exact ? '' : '>='}${least.least}`;
}

/** The faults that were tried, and how. */
export interface Matrix {
  readonly seed: number;
  readonly runs: number;
  readonly tried: readonly Tried[];
}

/** The head over the lines of faults, whose ids are at most so wide. */
export function headOf(width: number): string {
  return `${'fault'.padEnd(width)}  caught  blamed   found  steps  least  above  shrink  requirement`;
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
    leastCell(tried).padStart(5),
    String(aboveOf(tried) ?? '-').padStart(5),
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

/** How small the sequences are beside the fewest requests, and what it took to make them so. */
export function sizesOf({ tried }: Matrix): string {
  const above = tried.flatMap((one) => aboveOf(one) ?? []);
  const atMost = (most: number) => above.filter((steps) => steps <= most).length;
  const known = (of: (result: FaultResult) => number | undefined) =>
    medianOf(tried.flatMap(({ result }) => of(result) ?? []));
  return [
    `of ${above.length} with a least ${atMost(0)} are at it, ${atMost(1) - atMost(0)} one above, ${above.length - atMost(1)} more`,
    `median steps ${known(({ steps }) => steps)}`,
    `median shrink ${known(({ requestsToShrink }) => requestsToShrink)} requests`,
  ].join('; ');
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
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
export function shown({ seed, runs, tried }: Matrix): Readonly<Record<string, unknown>> {
  return {
    seed,
    runs,
    faults: tried.map(({ fault, result, least, error }) => ({
      fault: fault.id,
      requirement: fault.requirement,
      caught: result.caught,
      blamed: result.blamed,
      accused: result.accused,
      requests_to_find: result.requestsToFind ?? null,
      requests_to_shrink: result.requestsToShrink ?? null,
      steps: result.steps ?? null,
      least: least?.least ?? null,
      least_exact: least?.exact ?? null,
      summary: result.failure?.summary ?? null,
      ...(error !== undefined && { error }),
    })),
    musts_without_fault: withoutFault(),
  };
}
