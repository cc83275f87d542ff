import { describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../../harness/journal/journal-records.ts';
import { diffText } from '../../../reports/diff/diff-text.ts';
import { diffOf, isAlike } from '../../../reports/diff/run-diff.ts';
import { fold } from '../../../reports/journal/fold.ts';
import {
  endRecord,
  failureRecord,
  register,
  runRecord,
  sequenceRecord,
  signature,
} from '../certificate/synthetic.ts';

const id = 'legacy.capture.issues-id';
const point = 'legacy.refund.payment-state';
const run = (...records: readonly JournalRecord[]): readonly JournalRecord[] => [
  runRecord(),
  ...records,
  endRecord,
];
const sound = run(sequenceRecord({ [id]: 40 }, { observed: { [point]: { unchanged: 3 } } }));

const compared = (before: readonly JournalRecord[], after: readonly JournalRecord[]) =>
  diffOf(fold(before), fold(after), register);

/** What differs in the later run, each alone. */
const differing = {
  'a failure that is new': {
    after: [...sound.slice(0, -1), failureRecord(), endRecord],
    shows: { failures: { appeared: [{ requirement: ['legacy.capture.full-closes'] }], gone: [], again: [] } },
    says: '✗ legacy.capture.full-closes: a full capture leaves the payment open',
  },
  'evidence that is gone': {
    after: run(sequenceRecord({}, { observed: { [point]: { unchanged: 3 } } })),
    shows: { rows: [{ id, before: 'pass', after: 'untested', checks: { before: 40, after: 0 } }] },
    says: 'pass → untested',
  },
  'far less evidence': {
    after: run(sequenceRecord({ [id]: 4 }, { observed: { [point]: { unchanged: 3 } } })),
    shows: { rows: [{ id, before: 'pass', after: 'pass', checks: { before: 40, after: 4 } }] },
    says: `pass, with 40 → 4 checks: ${id}`,
  },
  'another answer to an open point': {
    after: run(sequenceRecord({ [id]: 40 }, { observed: { [point]: { reopens: 3 } } })),
    shows: { openPoints: [{ id: point, before: 'unchanged', after: 'reopens' }] },
    says: `unchanged → reopens: ${point}`,
  },
  'an open point that was not observed': {
    after: run(sequenceRecord({ [id]: 40 })),
    shows: { openPoints: [{ id: point, before: 'unchanged', after: null }] },
    says: `not observed any more: ${point}`,
  },
} as const;

describe('two runs', () => {
  test('of the same journal say the same', () => {
    expect(isAlike(compared(sound, sound))).toBe(true);
  });

  test.each(Object.entries(differing))('differ by %s', (_what, { after, shows, says }) => {
    const diff = compared(sound, after);
    expect(diff).toMatchObject(shows);
    expect(isAlike(diff)).toBe(false);
    expect(diffText(diff, 'a', 'b')).toContain(says);
  });

  test('say the same where one has somewhat less evidence, was asked otherwise, and took longer', () => {
    const diff = compared(sound, [
      runRecord({ seed: 43, settings: {} }),
      ...sound.slice(1, -1),
      { ...endRecord, at: 99_000 },
    ]);
    expect(isAlike(diff)).toBe(true);
    expect(diff.conditions).not.toEqual([]);
  });
});

describe('a failure', () => {
  const withFailure = (more: Parameters<typeof failureRecord>[0]) => [
    ...sound.slice(0, -1),
    failureRecord(more),
    endRecord,
  ];

  test('is the same in both by its signature, whatever its sequence and its words', () => {
    const other = withFailure({ summary: 'in other words', reproduction: '7-other', sequence: [], seed: 1 });
    expect(compared(withFailure({}), other).failures).toMatchObject({ appeared: [], gone: [], again: [{}] });
  });

  test('of another place or another interface is another one', () => {
    for (const more of [{ signature: signature('notifications') }, { interface: 'resource' as const }])
      expect(compared(withFailure({}), withFailure(more)).failures).toMatchObject({
        appeared: [{}],
        gone: [{}],
        again: [],
      });
  });
});

test('requirements that differ in one way are one line, of which five are named', () => {
  const ids = Array.from({ length: 9 }, (_, nth) => `legacy.capture.row-${nth}`);
  const rows = ids.map(
    (one) => ({ ...register.requirements[0], id: one }) as (typeof register.requirements)[number],
  );
  const all = run(sequenceRecord(Object.fromEntries(ids.map((one) => [one, 1]))));
  const many = { ...register, requirements: rows };
  const text = diffText(diffOf(fold(all), fold(run()), many), 'a', 'b');
  expect(text.split('\n').filter((one) => one.includes('pass → untested'))).toHaveLength(1);
  expect(text).toContain('row-4 and 4 more');
});
