import { describe, expect, test } from 'vitest';
import type { ExperimentRecord } from '../../../harness/records/experiment-record.ts';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { certificateSchema } from '../../../reports/certificate/certificate-schema.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { runText } from '../../../reports/words/run-text.ts';
import {
  endRecord,
  experimentRecord,
  failingRun,
  failureRecord,
  lostRace,
  register,
  row as made,
  runRecord,
  sequenceRecord,
  signature,
} from './synthetic.ts';

const closes = 'legacy.capture.full-closes';
const issues = 'legacy.capture.issues-id';
const both = sequenceRecord({ [closes]: 2, [issues]: 1 });

function certified(...records: readonly JournalRecord[]) {
  return certificate(fold(records), register);
}

function verdictOf(id: string, ...records: readonly JournalRecord[]): string | undefined {
  return certified(...records).requirements.find((row) => row.id === id)?.verdict;
}

describe('the verdict on a row', () => {
  const may = failureRecord({ requirement: ['legacy.capture.may-round'] });
  const flaky = failureRecord({ flaky: true, failed: 1, outOf: 5 });
  test.each([
    ['passes on one check that held', closes, [runRecord(), both, endRecord], 'pass'],
    [
      'fails on a violation, whatever else held',
      closes,
      [runRecord(), both, failureRecord(), endRecord],
      'fail',
    ],
    [
      'warns of a violation that does not happen each time',
      closes,
      [runRecord(), both, flaky, endRecord],
      'warn',
    ],
    [
      'warns where a row that binds no target is violated',
      'legacy.capture.may-round',
      [runRecord(), may],
      'warn',
    ],
    ['is untested when no check ran', closes, [runRecord(), endRecord], 'untested'],
    ['is not applicable without the means', 'legacy.pin.asked', [runRecord(), endRecord], 'not_applicable'],
    ['is not applicable when no check can reach it', 'legacy.tls.modern', [runRecord()], 'not_applicable'],
    [
      'is not applicable where the interface is not claimed',
      'resource.create.authorized',
      [runRecord()],
      'not_applicable',
    ],
    ['is not applicable when not selected', closes, [runRecord({ only: ['resource'] })], 'not_applicable'],
    [
      'is not applicable when another operation is selected',
      closes,
      [runRecord({ only: ['legacy.refund'] })],
      'not_applicable',
    ],
    [
      'is untested when its operation is selected',
      closes,
      [runRecord({ only: ['legacy.capture'] })],
      'untested',
    ],
    [
      'fails where it was not selected, and was violated on the way',
      closes,
      [runRecord({ only: ['legacy.refund'] }), failureRecord()],
      'fail',
    ],
    [
      'is not raised by repeats for shrinking',
      closes,
      [runRecord(), { ...both, phase: 'shrink' as const }],
      'untested',
    ],
  ])('%s', (_claim, id, records, verdict) => {
    expect(verdictOf(id, ...records)).toBe(verdict);
  });

  test('fails on a race that was lost 8 of 9 times, and says how often', () => {
    const race = failureRecord({ ...lostRace(), sometimes: true, failed: 8, outOf: 9 });
    const summary = fold([runRecord(), race, endRecord]);
    const { failures, verdict, requirements } = certificate(summary, register);
    expect(verdict).toBe('nonconformant');
    expect(requirements.find(({ id }) => id === race.requirement[0])?.verdict).toBe('fail');
    expect(failures).toMatchObject([{ flaky: false, sometimes: { failed: 8, out_of: 9 } }]);
    expect(runText(certificate(summary, register), summary, register, 'runs/x')).toContain(
      'seen     8 of 9 times',
    );
  });

  test.each([
    [
      'is not applicable where an open point is filled so that nothing of it shows',
      'reopens',
      'not_applicable',
    ],
    ['is untested where it is filled otherwise', 'unchanged', 'untested'],
  ])('%s', (_claim, choice, verdict) => {
    const latitude = 'legacy.refund.payment-state';
    const lowers = made('legacy.refund.lowers', {
      unseenWhere: { latitude, choice: 'reopens', because: 'a reopened payment shows nothing of it' },
    });
    const seen = sequenceRecord({ [closes]: 1 }, { observed: { [latitude]: { [choice]: 1 } } });
    const { requirements } = certificate(fold([runRecord(), seen, endRecord]), {
      ...register,
      requirements: [lowers],
    });
    expect(requirements).toMatchObject([{ verdict }]);
  });

  test('says that it rests on notifications where checks of them proved the row, or a violation showed in them', () => {
    const sent = made('legacy.events.sent', { needs: ['webhooks'] });
    const rows = { ...register, requirements: [...register.requirements, sent] };
    const seen = sequenceRecord({ [closes]: 1, [issues]: 1, [sent.id]: 1 });
    const restingOn = (...records: readonly JournalRecord[]) =>
      certificate(fold([runRecord(), ...records, endRecord]), rows)
        .requirements.filter(({ rests_on }) => rests_on === 'notifications')
        .map(({ id }) => id);
    expect(restingOn(seen)).toEqual([sent.id]);
    expect(restingOn(both)).toEqual([]);
    expect(restingOn(seen, failureRecord())).toEqual([sent.id]);
    const missed = failureRecord({ signature: signature('notifications') });
    expect(restingOn(seen, missed)).toEqual([closes, sent.id]);
    expect(restingOn(seen, { ...missed, flaky: true })).toEqual([closes, sent.id]);
    expect(certified(runRecord(), both, missed).failures).toMatchObject([{ rests_on: 'notifications' }]);
    expect(certified(runRecord(), both, failureRecord()).failures[0]?.rests_on).toBeUndefined();
  });

  test('gives a reason exactly when it is not a pass', () => {
    for (const row of certified(...failingRun()).requirements) {
      expect(row.reason === undefined).toBe(row.verdict === 'pass');
    }
  });
});

describe('the verdict on a target', () => {
  const ours = { k: 'trouble', at: 1, kind: 'ours', cause: 'a bug' } as const;
  const strange = failureRecord({ requirement: ['nobody.knows.this'] });
  const known = runRecord({
    knownDeviations: [{ requirement: closes, because: 'ticket 1', since: '2026-01-01' }],
  });
  test.each([
    ['is conformant when every must row has evidence', [runRecord(), both, endRecord], 'conformant'],
    [
      'is not conformant after one violation',
      [runRecord(), both, failureRecord(), endRecord],
      'nonconformant',
    ],
    [
      'is not conformant when the violation names no row',
      [runRecord(), both, strange, endRecord],
      'nonconformant',
    ],
    ['is not turned green by a known deviation', [known, both, failureRecord(), endRecord], 'nonconformant'],
    [
      'is open while a must row is untested',
      [runRecord(), sequenceRecord({ [closes]: 1 }), endRecord],
      'inconclusive',
    ],
    ['is open after an interrupt', [runRecord(), both, { ...endRecord, interrupted: true }], 'inconclusive'],
    ['is open when the run broke off', [runRecord(), both], 'inconclusive'],
    [
      'is open after a violation that came once',
      [runRecord(), both, failureRecord({ flaky: true }), endRecord],
      'inconclusive',
    ],
    ['is open after a fault of our own', [runRecord(), both, ours, endRecord], 'inconclusive'],
    [
      'accuses by a violation of what was not selected',
      [runRecord({ only: ['legacy.refund'] }), failureRecord(), endRecord],
      'nonconformant',
    ],
    ['is open when nothing applied', [runRecord({ only: ['webhooks'] }), endRecord], 'inconclusive'],
  ])('%s', (_claim, records, verdict) => {
    expect(certified(...records).verdict).toBe(verdict);
  });

  test('lists known deviations separately, and whether they happened', () => {
    expect(certified(known, both, endRecord).known_deviations).toEqual([
      { requirement: closes, because: 'ticket 1', since: '2026-01-01', observed: false },
    ]);
  });
});

describe('an open point', () => {
  const id = 'legacy.refund.payment-state';
  const seen = (choices: Readonly<Record<string, number>>) =>
    sequenceRecord({}, { observed: { [id]: choices } });

  test('shows the choice that was observed', () => {
    const [latitude] = certified(runRecord(), seen({ reopens: 2 }), seen({ reopens: 1 })).latitudes;
    expect(latitude).toMatchObject({ observed: 'reopens', checks: 3, consistent: true });
  });

  test('that no sequence tested has no observed choice', () => {
    expect(certified(runRecord()).latitudes[0]).toMatchObject({
      observed: null,
      checks: 0,
      consistent: true,
    });
  });

  test('that is answered inconsistently is a warning and no violation', () => {
    const done = certified(runRecord(), both, seen({ reopens: 1 }), seen({ unchanged: 2 }), endRecord);
    expect(done.latitudes[0]).toMatchObject({ observed: 'unchanged', consistent: false });
    expect(done.warnings).toEqual([expect.stringContaining('unchanged 2×, reopens 1×')]);
    expect(done.verdict).toBe('conformant');
  });

  test.each<[ended: ExperimentRecord['ended'], warnings: readonly unknown[]]>([
    ['depends', []],
    ['unsteady', [expect.stringContaining('inconsistently'), expect.stringContaining('2 of 4 times')]],
    ['suspicion', [expect.stringContaining('inconsistently'), expect.stringContaining('is a suspicion')]],
  ])(
    'and that an experiment has found to end as %s changes neither verdict nor requirements',
    (ended, warnings) => {
      const experiment = experimentRecord({ ended });
      const answers = [seen({ reopens: 1 }), seen({ unchanged: 2 })];
      const done = certified(runRecord(), both, ...answers, experiment, endRecord);
      const without = certified(runRecord(), both, ...answers, endRecord);
      expect(done.warnings).toEqual(warnings);
      expect(done.experiments).toMatchObject([{ point: id, ended, other: 'reopens', answered_so: 2 }]);
      expect(done.failures).toEqual([]);
      expect(done).toMatchObject({ verdict: without.verdict, requirements: without.requirements });
      expect(certificateSchema.safeParse(done).success).toBe(true);
    },
  );

  const resumed = { k: 'resume', at: 2, resumedAt: '2026-01-31T09:30:00.000Z', repeats: [] } as const;
  test.each<[claim: string, after: readonly JournalRecord[], ends: string]>([
    [
      'a run that was resumed says that it did not look into answers before',
      [resumed],
      'were not looked into',
    ],
    ['a run that was resumed, and has looked into it, does not', [resumed, experimentRecord()], 'reopens 1×'],
    ['a run that was not resumed does not', [], 'reopens 1×'],
  ])('of what is answered inconsistently %s', (_claim, after, ends) => {
    const answers = [seen({ reopens: 1 }), seen({ unchanged: 2 })];
    const { warnings } = certified(runRecord(), both, ...answers, ...after, endRecord);
    expect(warnings.filter((text) => text.includes('inconsistently'))).toEqual([
      expect.stringMatching(new RegExp(`${ends}$`)),
    ]);
  });

  test('about many cases may be answered differently in each', () => {
    const latitudes = register.latitudes.map((latitude) => ({ ...latitude, perCase: true as const }));
    const pinned = runRecord({ profile: { [id]: 'reopens' } });
    const records = [pinned, both, seen({ reopens: 1 }), seen({ unchanged: 2 }), endRecord];
    const done = certificate(fold(records), { ...register, latitudes });
    expect(done.latitudes[0]).toMatchObject({ observed: 'unchanged', consistent: true, drifted: false });
    expect(done.warnings).toEqual([]);
  });

  test('that is answered inconsistently shows both observations', () => {
    const shownAs = (choice: string, status: string) =>
      sequenceRecord(
        {},
        {
          observed: { [id]: { [choice]: 1 } },
          shown: [
            {
              latitude: id,
              choice,
              made: {
                step: 's2',
                request: `refund half: POST /pay/refund ${'x'.repeat(300)}`,
                answer: '200 {}',
              },
              told: { step: 's3', request: 'status read: POST /pay/status', answer: `200 ${status}` },
            },
          ],
        },
      );
    const summary = fold([
      runRecord(),
      both,
      shownAs('reopens', 'open'),
      shownAs('unchanged', 'close'),
      endRecord,
    ]);
    const done = certificate(summary, register);
    expect(
      done.latitudes[0]?.observations.map(({ choice, example }) => [choice, example?.told?.answer]),
    ).toEqual([
      ['unchanged', '200 close'],
      ['reopens', '200 open'],
    ]);
    const text = runText(done, summary, register, 'runs/1');
    // A request is cut by itself, so that its answer is told however long it is.
    expect(text).toMatch(/unchanged {2}s2 refund half: POST \/pay\/refund x+… \(\d+ characters\) → 200 \{\}/);
    expect(text).toContain('s3 status read: POST /pay/status → 200 open');
  });

  test('whose answer differs from the profile is reported as drift, and changes no verdict', () => {
    const pinned = runRecord({ profile: { [id]: 'unchanged' } });
    const done = certified(pinned, both, seen({ reopens: 1 }), endRecord);
    expect(done.warnings).toEqual([expect.stringContaining('drifted')]);
    expect(done.latitudes[0]).toMatchObject({ profile: 'unchanged', drifted: true });
    expect(done.verdict).toBe('conformant');
    expect(certified(pinned, seen({ unchanged: 1 })).latitudes[0]).toMatchObject({ drifted: false });
  });
});

test('a certificate fits its published schema', () => {
  expect(certificateSchema.strict().parse(certified(...failingRun()))).toBeDefined();
});
