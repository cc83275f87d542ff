import { randomProfile } from '../../reference/erratic.ts';
import {
  certifyLatitude,
  latitudeWarnings,
  observationLines,
} from '../../reports/certificate/latitude-verdict.ts';
import { fold } from '../../reports/journal/fold.ts';
import { allLatitudes } from '../../spec/register.ts';
import { certifyEmbedded, type EmbeddedRun } from '../../suites/faults/certify-embedded.ts';
import { requestsPerRun } from '../requests-per-run.ts';

/** One conforming server to be tried, as plain data that a thread can be sent. */
export interface ProfileQuestion {
  readonly id: string;
  /** The number of the random profile, or a server that answers each open point now one way, now another. */
  readonly profile: number | 'erratic';
  readonly seed: number;
  /** Requests, roughly. */
  readonly requests: number;
}

/** What came of it; each accusation is a false one. */
export interface ProfileAnswer {
  readonly id: string;
  readonly requests: number;
  readonly accusations: number;
  /** Open points that were answered inconsistently: wrong where the server is deterministic. */
  readonly inconsistent: number;
  /** Sequences without a verdict. */
  readonly inconclusive: number;
  readonly seconds: number;
  /** What stands behind the figures, a line each. */
  readonly lines: readonly string[];
}

/** Certifies one conforming server by random sequences alone. */
export async function tryProfile({ id, profile, seed, requests }: ProfileQuestion): Promise<ProfileAnswer> {
  const answers: Pick<EmbeddedRun, 'profile' | 'erratic'> =
    profile === 'erratic' ? { erratic: true } : { profile: randomProfile(profile) };
  const startedAt = performance.now();
  const {
    failures,
    records,
    requests: sent,
  } = await certifyEmbedded({
    ...answers,
    seed,
    runs: Math.ceil(requests / requestsPerRun),
    randomOnly: true,
  });
  const summary = fold(records);
  const wavering = allLatitudes
    .map((row) => certifyLatitude(row, summary))
    .filter(({ consistent }) => !consistent);
  return {
    id,
    requests: sent,
    accusations: failures.length,
    inconsistent: wavering.length,
    inconclusive: [...summary.inconclusive.values()].reduce((sum, times) => sum + times, 0),
    seconds: (performance.now() - startedAt) / 1000,
    lines: [
      ...[...summary.inconclusive].map(([why, times]) => `${times}× ${why}`),
      ...summary.troubles.map(({ cause }) => `trouble: ${cause}`),
      ...(profile === 'erratic' ? [] : wavering).flatMap((one) => [
        ...latitudeWarnings(one),
        ...observationLines(one).map((line) => `    ${line}`),
      ]),
      ...failures.flatMap(({ requirement, summary: what, transcript, flaky }) => [
        `✗ ${requirement.join(', ')}${flaky ? ' (flaky)' : ''}: ${what}`,
        ...transcript.map((one) => `    ${one.step} ${one.operation} ${one.kind} → ${one.received}`),
      ]),
    ],
  };
}
