import { comment } from './shell-words.ts';

/** The lines of a script for one step: what sends it, and what is read from its reply. */
export interface StepLines {
  readonly number: number;
  readonly sends: readonly string[];
  readonly reads: readonly string[];
}

/** One step after another; the steps `together` are sent at once in the background, in this order, and awaited together. */
export function inTurn(steps: readonly StepLines[], together: readonly number[]): readonly string[] {
  const overlapping = together.flatMap((number) => steps.filter((step) => step.number === number));
  const first = Math.min(...together);
  return steps.flatMap((step) => {
    if (!together.includes(step.number)) return [...step.sends, ...step.reads, ''];
    return step.number === first ? released(overlapping) : [];
  });
}

function released(steps: readonly StepLines[]): readonly string[] {
  const files = steps.map(({ number }) => `"$together/${number}"`);
  return [
    comment(
      `The next ${steps.length} requests overlap. Their order is up to the target: it may take several runs to see the failure.`,
    ),
    'together=$(mktemp -d) || exit 3',
    ...steps.flatMap(({ number, sends }, index) => [
      '{',
      ...sends,
      `printf '%s' "$reply" >"$together/${number}.reply"`,
      `} >${files[index]} &`,
    ]),
    'wait',
    `cat ${files.join(' ')}`,
    ...steps.flatMap(({ number, reads }) =>
      reads.length === 0 ? [] : [`reply=$(cat "$together/${number}.reply")`, ...reads],
    ),
    'rm -r "$together"',
    '',
  ];
}
