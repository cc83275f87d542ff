import { beforeAll, describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import type { SequenceRecord } from '../../../harness/records/sequence-record.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import type { Certificate } from '../../../reports/certificate/certificate-schema.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { register } from '../../../reports/register.ts';
import { claims } from '../../../suites/claims/all-claims.ts';
import type { Claim } from '../../../suites/run/claim.ts';
import { certificateDifferences } from '../../gauntlet/resume/compare.ts';
import { journalOfRun } from '../../support/runs/broken-run.ts';

type Records = readonly JournalRecord[];

const certified = (records: Records): Certificate => certificate(fold(records), register);

const explored = (records: Records) =>
  records.filter((record): record is SequenceRecord => record.k === 'sequence' && record.phase === 'explore');

/** The place of a record, the last one that is like this. */
const lastPlace = (records: Records, is: (record: JournalRecord) => boolean) => records.findLastIndex(is);

describe('a sound run that was killed and goes on', () => {
  const of = { claims: [claims['resource/tokens'], claims['resource/races']] };
  let unbroken: Records;
  beforeAll(async () => {
    unbroken = await journalOfRun(of);
  });

  // In the sequences, and in the races, which are repeated as a whole.
  test.each([0.3, 0.8])(
    'after %d of its records gives the certificate of the unbroken run, and sends nothing again that was judged',
    async (share) => {
      const before = unbroken.slice(0, Math.max(1, Math.floor(share * unbroken.length)));
      const resumed = await journalOfRun(of, before);
      expect(certificateDifferences(certified(unbroken), certified(resumed))).toEqual([]);
      const digests = (records: Records) =>
        explored(records)
          .flatMap(({ digest }) => digest ?? [])
          .toSorted();
      expect(digests(resumed)).toEqual(digests(unbroken));
    },
  );

  test('twice gives it too, and says how many requests came before each time', async () => {
    const once = await journalOfRun(of, unbroken.slice(0, Math.floor(0.3 * unbroken.length)));
    const twice = await journalOfRun(of, once.slice(0, Math.floor(0.7 * once.length)));
    expect(certificateDifferences(certified(unbroken), certified(twice))).toEqual([]);
    const sent = (records: Records) =>
      records.filter((record) => record.k === 'exchange' && record.control !== true).length;
    const places = twice.flatMap(({ k }, index) => (k === 'resume' ? [index] : []));
    expect(certified(twice).resumed?.map((one) => one.requests_before)).toEqual(
      places.map((place) => sent(twice.slice(0, place))),
    );
    expect(certified(twice).totals.requests).toBe(sent(twice));
  });
});

describe('a run that found a fault, was killed, and goes on', () => {
  const of = { claims: [claims['resource/tokens']], faults: ['token-resume-active-accepted'] };
  let unbroken: Records;
  beforeAll(async () => {
    unbroken = await journalOfRun(of);
  });
  const accused = (records: Records) =>
    certified(records).failures.map(({ requirement, flaky, steps }) => ({ requirement, flaky, steps }));

  test('before it was reported confirms and reports it', async () => {
    const violated = unbroken.findIndex((record) => record.k === 'sequence' && record.verdict === 'violated');
    const resumed = await journalOfRun(of, unbroken.slice(0, violated + 1));
    expect(accused(unbroken)).not.toEqual([]);
    expect(accused(resumed)).toEqual(accused(unbroken));
    expect(certificateDifferences(certified(unbroken), certified(resumed))).toEqual([]);
  });

  test('after it was reported does not report it again', async () => {
    const reported = unbroken.findIndex(({ k }) => k === 'failure');
    const resumed = await journalOfRun(of, unbroken.slice(0, reported + 1));
    expect(certificateDifferences(certified(unbroken), certified(resumed))).toEqual([]);
  });

  test('against a target that has it no more says so and leads to no accusation', async () => {
    const violated = unbroken.findIndex((record) => record.k === 'sequence' && record.verdict === 'violated');
    const resumed = await journalOfRun({ ...of, faults: [] }, unbroken.slice(0, violated + 1));
    expect(accused(resumed)).toEqual([]);
    expect(certified(resumed).troubles).toEqual([
      expect.objectContaining({
        kind: 'target',
        cause: expect.stringContaining('did not happen again') as string,
      }),
    ]);
  });
});

describe('a procedure that was under way', () => {
  const of = { claims: [claims['webhooks/registration']] };

  test('is repeated as a whole, and what it had shown counts once', async () => {
    const unbroken = await journalOfRun(of);
    const judged = lastPlace(unbroken, ({ k }) => k === 'sequence');
    const resumed = await journalOfRun(of, unbroken.slice(0, judged + 1));
    expect(explored(resumed)).toHaveLength(2);
    expect(certificateDifferences(certified(unbroken), certified(resumed))).toEqual([]);
  });

  test('but has come to its end is not repeated', async () => {
    const unbroken = await journalOfRun(of);
    const ended = lastPlace(unbroken, ({ k }) => k === 'suite');
    const resumed = await journalOfRun(of, unbroken.slice(0, ended + 1));
    expect(explored(resumed)).toHaveLength(1);
    expect(certificateDifferences(certified(unbroken), certified(resumed))).toEqual([]);
  });

  test('in the background of others and has come to its end is not repeated', async () => {
    let checks = 0;
    const stub = (suite: string, more: Partial<Claim> = {}): Claim => ({
      suite,
      kind: 'procedure',
      scope: 'legacy',
      needs: ['legacy'],
      title: suite,
      check: () => Promise.resolve([]),
      ...more,
    });
    const watched = stub('watched', {
      backgroundWithout: 'clock.advance',
      check: () => {
        checks += 1;
        return Promise.resolve([]);
      },
    });
    const real = { claims: [stub('before'), watched, stub('after')], changes: { capabilities: [] } };
    const unbroken = await journalOfRun(real);
    for (const [index, record] of unbroken.entries()) {
      if (record.k !== 'suite') continue;
      const before = unbroken.slice(0, index + 1);
      const isJudged = before.some(
        (one) => one.k === 'suite' && one.name === 'watched' && one.event === 'end',
      );
      checks = 0;
      await journalOfRun(real, before);
      expect(checks).toBe(isJudged ? 0 : 1);
    }
  });
});
