import { randomPrecedence, randomProfile } from '../../reference/erratic.ts';
import { certificate } from '../../reports/certificate/certificate.ts';
import { latitudeWarnings, observationLines } from '../../reports/certificate/latitude-verdict.ts';
import { fold } from '../../reports/journal/fold.ts';
import { register } from '../../reports/register.ts';
import { certifyEmbedded, type EmbeddedRun } from '../../suites/faults/certify-embedded.ts';
import { requestsPerRun } from '../requests-per-run.ts';
import { truthOf, wrongReadings } from './wrong-readings.ts';

/** One conforming server to be tried, as plain data that a thread can be sent. */
export interface ProfileQuestion {
  readonly id: string;
  /** The number of the random profile, or a server that answers each open point now one way, now another. */
  readonly profile: number | 'erratic';
  readonly seed: number;
  /** Requests, roughly; of a whole run at most. */
  readonly requests: number;
  /** True: a whole run, plan included. False: random sequences alone. */
  readonly whole: boolean;
}

/** What came of it; each accusation is a false one. */
export interface ProfileAnswer {
  readonly id: string;
  readonly requests: number;
  readonly accusations: number;
  /** Open points that were answered inconsistently: wrong where the server is deterministic. */
  readonly inconsistent: number;
  /** Open points of which something else was read than the server was set to; none of an erratic one, which has no one answer. */
  readonly misread: number;
  /** Requirements without evidence that could have had some. Of random sequences alone: not counted. */
  readonly untested: number;
  /** The certificate's verdict. */
  readonly verdict: string;
  /** Sequences without a verdict. */
  readonly inconclusive: number;
  readonly seconds: number;
  /** What stands behind the figures, a line each. */
  readonly lines: readonly string[];
}

/** Certifies one conforming server, by random sequences alone or by a whole run. */
export async function tryProfile(question: ProfileQuestion): Promise<ProfileAnswer> {
  const { id, profile, seed, requests, whole } = question;
  const drawn = profile === 'erratic' ? undefined : randomProfile(profile);
  const answers: Pick<EmbeddedRun, 'profile' | 'erratic' | 'overrides'> =
    profile === 'erratic'
      ? { erratic: true }
      : { ...(drawn && { profile: drawn }), overrides: randomPrecedence(profile) };
  const startedAt = performance.now();
  const {
    failures,
    records,
    requests: sent,
  } = await certifyEmbedded({
    ...answers,
    seed,
    runs: Math.ceil(requests / requestsPerRun),
    ...(whole ? { maxRequests: requests } : { randomOnly: true }),
  });
  const summary = fold(records);
  const { latitudes, requirements, verdict, reasons } = certificate(summary, register);
  const wavering = latitudes.filter(({ consistent }) => !consistent);
  const misread = drawn === undefined ? [] : wrongReadings(latitudes, truthOf(drawn));
  const untested = whole ? requirements.filter((row) => row.verdict === 'untested') : [];
  return {
    id,
    requests: sent,
    accusations: failures.length,
    inconsistent: wavering.length,
    misread: misread.length,
    untested: untested.length,
    verdict,
    inconclusive: [...summary.inconclusive.values()].reduce((sum, times) => sum + times, 0),
    seconds: (performance.now() - startedAt) / 1000,
    lines: [
      ...[...summary.inconclusive].map(([why, times]) => `${times}× ${why}`),
      ...summary.troubles.map(({ cause }) => `trouble: ${cause}`),
      ...(whole && verdict !== 'conformant' ? reasons : []),
      ...untested.map((row) => `? ${row.id}: ${row.reason}`),
      ...misread.flatMap(({ latitude, truth, read, lines }) => [
        `≠ ${latitude} is ${truth}, read was ${read.map(({ choice, times }) => `${choice} ${times}×`).join(', ')}`,
        ...lines.map((line) => `    ${line}`),
      ]),
      ...(drawn === undefined
        ? []
        : wavering.filter((one) => !misread.some(({ latitude }) => latitude === one.id))
      ).flatMap((one) => [...latitudeWarnings(one), ...observationLines(one).map((line) => `    ${line}`)]),
      ...failures.flatMap(({ requirement, summary: what, transcript, flaky }) => [
        `✗ ${requirement.join(', ')}${flaky ? ' (flaky)' : ''}: ${what}`,
        ...transcript.map((one) => `    ${one.step} ${one.operation} ${one.kind} → ${one.received}`),
      ]),
    ],
  };
}
