import type { FailureRecord } from '../../harness/journal-records.ts';
import { allClaims } from '../../suites/claims/all-claims.ts';
import { certifyEmbedded, type EmbeddedOutcome } from '../../suites/faults/certify-embedded.ts';
import { allRequirements } from '../../spec/register.ts';
import { countUnder, metSoFar, turnOn, type Met } from './switch.ts';

/** How much is tried. */
export interface Effort {
  readonly seed: number;
  /** Random sequences per model. */
  readonly runs: number;
  /** True: nothing is planned. */
  readonly randomOnly?: boolean;
}

/** A run of suites against the server with one mutant, or with none. */
export interface Question extends Effort {
  readonly id: string;
  /** The number of the mutant. Absent: none. */
  readonly mutant?: string;
  /** The suites in their order. */
  readonly suites: readonly string[];
  /** The mutant throws once it was met so often: it keeps a loop from ending. */
  readonly hitLimit?: number;
}

/** What a run showed, as plain data. */
export interface Answer {
  readonly id: string;
  readonly failure?: {
    readonly requirements: readonly string[];
    readonly summary: string;
    readonly requestsToFind: number;
  };
  /** Requests, by suite. */
  /** Rows that are no must and that a failure accuses. */
  readonly warned: readonly string[];
  readonly requests: Readonly<Record<string, number>>;
  /** Suite → must rows that it has evidence for. */
  readonly evidence: Readonly<Record<string, readonly string[]>>;
  /** Suite → latitude → choices that were observed. */
  readonly observed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Why nothing could be judged any more. */
  readonly trouble: readonly string[];
  readonly met: Met;
}

const musts = new Set(allRequirements.filter(({ level }) => level === 'must').map(({ id }) => id));

/** Runs the suites until the first failure that could be repeated. Rejects when the server does not start or can't be asked. */
export async function judgeMutant({ id, mutant, suites, hitLimit, ...effort }: Question): Promise<Answer> {
  turnOn(mutant, hitLimit);
  countUnder('starting');
  try {
    const outcome = await certifyEmbedded({
      ...effort,
      claims: suites.flatMap((suite) =>
        allClaims
          .filter((claim) => claim.suite === suite)
          .map((claim) => ({
            ...claim,
            check: (session: Parameters<typeof claim.check>[0]) => {
              countUnder(suite);
              return claim.check(session);
            },
          })),
      ),
      enough: (failures) => failures.some(accuses),
    });
    return { id, ...shownBy(outcome), met: metSoFar() };
  } finally {
    turnOn(undefined);
  }
}

/** A failure of rows that are no must only warns. */
function accuses({ flaky, requirement }: FailureRecord): boolean {
  return !flaky && requirement.some((id) => musts.has(id));
}

function shownBy({ failures, records }: EmbeddedOutcome): Omit<Answer, 'id' | 'met'> {
  const failure = failures.find(accuses);
  const evidence = new Map<string, Set<string>>();
  const observed = new Map<string, Map<string, Set<string>>>();
  const requests: Record<string, number> = {};
  for (const record of records) {
    if (record.k !== 'sequence') continue;
    requests[record.suite] = (requests[record.suite] ?? 0) + record.requests;
    const rows = evidence.get(record.suite) ?? new Set();
    evidence.set(record.suite, rows);
    for (const [row, times] of Object.entries(record.evidence))
      if (times > 0 && musts.has(row)) rows.add(row);
    const choices = observed.get(record.suite) ?? new Map<string, Set<string>>();
    observed.set(record.suite, choices);
    for (const [latitude, times] of Object.entries(record.observed))
      choices.set(latitude, new Set([...(choices.get(latitude) ?? []), ...Object.keys(times)]));
  }
  return {
    ...(failure && {
      failure: {
        requirements: failure.requirement,
        summary: failure.summary,
        requestsToFind: failure.requestsToFind,
      },
    }),
    warned: [
      ...new Set(
        failures.filter((one) => !one.flaky && !accuses(one)).flatMap(({ requirement }) => requirement),
      ),
    ],
    requests,
    evidence: Object.fromEntries([...evidence].map(([suite, rows]) => [suite, [...rows]])),
    observed: Object.fromEntries(
      [...observed].map(([suite, of]) => [
        suite,
        Object.fromEntries([...of].map(([latitude, choices]) => [latitude, [...choices].sort()])),
      ]),
    ),
    trouble: records.flatMap((record) => (record.k === 'trouble' ? [`${record.kind}: ${record.cause}`] : [])),
  };
}
