import type { Unconfirmed } from '../../harness/records/sequence-record.ts';
import type { StageCoverage } from '../journal/stages.ts';
import { plain, pluralize } from './plain.ts';

const whys: Readonly<Record<Unconfirmed, string>> = {
  open: 'where the documents permit other outcomes',
  ended: 'whose sequences ended too early or with a wrong answer',
  unseen: 'behind which nothing was tried to show it',
};

/** What a run has shown of the stages of a machine, as a claim of what it would have found. */
export function stagesText(of: StageCoverage): string {
  const { machine, stages, transitions, confirmed, untried, unconfirmed, completeUpTo } = of;
  const left = (Object.keys(whys) as Unconfirmed[]).flatMap((why) => {
    const times = unconfirmed.filter((one) => one.why === why).length;
    return times === 0 ? [] : [`${times} ${whys[why]}`];
  });
  const sentences = [
    `${completeUpTo === null ? 'Not complete' : `Complete up to k = ${completeUpTo}`} for the stages of ${plain(machine)}: ` +
      `of ${pluralize(transitions, 'transition')} between ${pluralize(stages, 'stage')}, ${confirmed} ${confirmed === 1 ? 'is' : 'are'} confirmed.`,
    `Had ${confirmed === 1 ? 'it' : 'one of them'} led to another stage, the end of its sequence was made to show it, but for stages that no answer tells apart.`,
    ...(left.length > 0 ? [`Not confirmed: ${left.join(', ')}.`] : []),
    ...(untried > 0
      ? [`Not tried at all: ${pluralize(untried, 'operation')}, each counted by its stage.`]
      : []),
    'Nothing is said of amounts, texts and other data, which a stage leaves out.',
  ];
  return sentences.join(' ');
}
