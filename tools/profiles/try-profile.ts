import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { randomPrecedence, randomProfile } from '../../reference/erratic.ts';
import { startReference } from '../../reference/server.ts';
import { certificate } from '../../reports/certificate/certificate.ts';
import { latitudeWarnings, observationLines } from '../../reports/certificate/latitude-verdict.ts';
import { fold } from '../../reports/journal/fold.ts';
import { register } from '../../reports/register.ts';
import {
  certifyEmbedded,
  type EmbeddedOutcome,
  type EmbeddedRun,
} from '../../suites/faults/certify-embedded.ts';
import { certifyAway, type AwayRun } from '../distance/certify-away.ts';
import { settingsOf } from '../reproductions/replay-afresh.ts';
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
  /** By the command, behind a relay; so many requests are then those of the random sequences. Absent: in this process, on loopback. */
  readonly away?: Pick<AwayRun, 'distance' | 'concurrency' | 'checkout' | 'cache'> & {
    readonly only: readonly string[];
  };
}

/** What came of it; each accusation is a false one. */
export interface ProfileAnswer {
  readonly id: string;
  readonly requests: number;
  readonly accusations: number;
  /** Open points that were answered inconsistently: wrong where the server is deterministic. */
  readonly inconsistent: number;
  /** Open points of which something else was read than the server was set to; none of an erratic one, which has no one answer. */
  readonly misread: readonly string[];
  /** Requirements without evidence that could have had some. Of random sequences alone: not counted. */
  readonly untested: readonly string[];
  /** The certificate's verdict. */
  readonly verdict: string;
  /** Sequences without a verdict. */
  readonly inconclusive: number;
  readonly seconds: number;
  /** What stands behind the figures, a line each. */
  readonly lines: readonly string[];
}

/** The answers of a server to open points, and how it orders its refusals. */
type Answers = Pick<EmbeddedRun, 'profile' | 'erratic' | 'overrides'>;

/** What a run sent, and what it reported. */
type Outcome = Pick<EmbeddedOutcome, 'failures' | 'records' | 'requests'>;

/** Certifies one conforming server, by random sequences alone or by a whole run. */
export async function tryProfile(question: ProfileQuestion): Promise<ProfileAnswer> {
  const { id, profile, seed, requests, whole, away } = question;
  const drawn = profile === 'erratic' ? undefined : randomProfile(profile);
  const answers: Answers =
    profile === 'erratic'
      ? { erratic: true }
      : { ...(drawn && { profile: drawn }), overrides: randomPrecedence(profile) };
  const startedAt = performance.now();
  const runs = Math.ceil(requests / requestsPerRun);
  const limited = whole ? { maxRequests: requests } : { randomOnly: true };
  const outcome: Outcome =
    away === undefined
      ? await certifyEmbedded({ ...answers, seed, runs, ...limited })
      : await certifiedAway(answers, { ...away, seed, runs });
  const { failures, records, requests: sent } = outcome;
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
    misread: misread.map(({ latitude }) => latitude),
    untested: untested.map((row) => row.id),
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

/** Certifies such a server by the command, behind a relay. */
async function certifiedAway(
  answers: Answers,
  { only, seed, runs, ...away }: NonNullable<ProfileQuestion['away']> & Pick<EmbeddedRun, 'seed' | 'runs'>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'payproof-profile-away-'));
  const server = await startReference({ ...answers, seed });
  try {
    const targetsFile = join(folder, 'targets.yaml');
    writeFileSync(targetsFile, stringify({ targets: { tried: settingsOf(server, '2s') } }));
    const narrowed = only.flatMap((scope) => ['--only', scope]);
    const options = ['--seed', String(seed), '--runs', String(runs), ...narrowed];
    const { records } = await certifyAway({ ...away, targetsFile, folder, options });
    const failures = records.filter((record) => record.k === 'failure');
    const requests = records.filter((record) => record.k === 'exchange' && record.control !== true).length;
    return { failures, records, requests };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
