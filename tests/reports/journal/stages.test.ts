import { describe, expect, test } from 'vitest';
import type { SequenceRecord } from '../../../harness/records/sequence-record.ts';
import { certificate } from '../../../reports/certificate/certificate.ts';
import { fold } from '../../../reports/journal/fold.ts';
import { stagesIn, addShown, type ShownStages } from '../../../reports/journal/stages.ts';
import { stagesText } from '../../../reports/words/stages-text.ts';
import { endRecord, register, runRecord, sequenceRecord } from '../certificate/synthetic.ts';

type Stages = NonNullable<SequenceRecord['stages']>;
const close: [string, string, string] = ['open', 'close', 'closed'];
const again: [string, string, string] = ['closed', 'close', 'refused: closed'];

function covered(records: readonly Omit<Stages, 'machine'>[], untried: readonly string[] = []) {
  const shown: ShownStages = new Map();
  for (const stages of records) addShown(shown, { stages: { machine: 'legacy', ...stages } });
  return stagesIn(
    shown,
    untried.map((operation) => ({ machine: 'legacy', state: 'open', operation })),
  );
}

describe('how far a run has shown where transitions lead to', () => {
  test('counts a transition as confirmed where one of its sequences has shown it', () => {
    expect(
      covered([{ unseen: [close, again] }, { ended: [close] }, { confirmed: [close] }, { open: [again] }]),
    ).toEqual([
      {
        machine: 'legacy',
        stages: 2,
        transitions: 2,
        confirmed: 1,
        untried: 0,
        unconfirmed: [{ stage: 'closed', operation: 'close', outcome: 'refused: closed', why: 'open' }],
        completeUpTo: null,
      },
    ]);
  });

  test.each<[what: string, records: Omit<Stages, 'machine'>[], untried: string[], k: 0 | null]>([
    ['all was tried and confirmed', [{ confirmed: [close, again] }], [], 0],
    ['a transition is open', [{ confirmed: [close], open: [again] }], [], null],
    ['a sequence ended too early', [{ confirmed: [close], ended: [again] }], [], null],
    ['nothing was tried behind a transition', [{ confirmed: [close], unseen: [again] }], [], null],
    ['an operation was not tried in a stage', [{ confirmed: [close, again] }], ['refund'], null],
  ])('is complete only where nothing is left: %s', (_, records, untried, k) => {
    expect(covered(records, untried).map(({ completeUpTo }) => completeUpTo)).toEqual([k]);
  });

  test('says nothing of a machine whose plans had no audits, as in a run about one requirement', () => {
    expect(covered([{ unseen: [close] }])).toEqual([]);
  });

  test('stands in the certificate, in numbers and in words', () => {
    const stages = { machine: 'legacy', confirmed: [close], open: [again] };
    const { complete_up_to, coverage } = certificate(
      fold([runRecord(), sequenceRecord({}, { stages }), endRecord]),
      register,
    );
    expect(complete_up_to).toEqual({ legacy: null });
    expect(coverage.stages?.map(({ words }) => words)).toEqual([
      'Not complete for the stages of legacy: of 2 transitions between 2 stages, 1 is confirmed. Had it led to another stage, the end of its ' +
        'sequence was made to show it, but for stages that no answer tells apart. Not confirmed: 1 where the documents permit other outcomes. ' +
        'Nothing is said of amounts, texts and other data, which a stage leaves out.',
    ]);
  });

  test('says up to which k it is complete', () => {
    const [one] = covered([{ confirmed: [close, again] }]);
    expect(one && stagesText(one)).toMatch(
      /^Complete up to k = 0 for the stages of legacy: of 2 transitions between 2 stages, 2 are confirmed\./,
    );
  });
});
