import { markdownTable } from '../../cli/faults/markdown-table.ts';
import { classOf, type Kept } from './kept.ts';
import { diffOf } from './mutant.ts';
import { readingOf, type Read, type Reading } from './read.ts';
import { answeredShare, blamedIn, summaryOf, type Figures } from './table.ts';
import type { Tried } from './try-mutants.ts';

/** A sample of mutants, and what came of it. */
export interface Sample {
  readonly seed: number;
  readonly runs: number;
  /** How many were to be tried. */
  readonly size: number;
  readonly figures: Figures;
  readonly tried: readonly Tried[];
  readonly kept: Kept;
  readonly read: Read;
}

/** The sample as a page of the documentation. Formatted, so that a new run changes only the lines whose results differ. */
export function mutantsPage({ seed, runs, size, figures, tried, kept, read }: Sample): string {
  const ordered = tried.toSorted((a, b) => (a.mutant.id < b.mutant.id ? -1 : 1));
  const killed = ordered.filter(({ outcome }) => outcome.is === 'killed');
  const left = ordered.filter(({ outcome }) => outcome.is !== 'killed');
  return `# Mutants of the reference

What the suites make of small changes of the reference implementation that nobody chose: those of StrykerJS's mutators. Written by

${block('sh', `npm run mutants -- --sample ${size} --seed ${seed} --runs ${runs} --write`)}

which changes \`reference/\` in one place at a time, without its faults, its choices and its control interface. The sequences of one sound run, with
${runs} random ones a model, are recorded once; each change is sent those that meet it, until a failure that was confirmed accuses a must row.${figures.tried < size ? ` It was ended when ${figures.tried} were tried.` : ''}

- **killed**: a failure that could be repeated accuses the rows that stand beside it.
- **unjudged**: nothing is accused, but the run does not end conformant: the server did not start or answer, or rows have no evidence.
- **timeout**: the run did not end in time.
- **survived**: nothing is accused. A change that nobody has explained was sent every sequence that meets it.
- Not reached: no sequence runs the place. These are not tried.

Of each that is not killed, \`research/mutants/survivors.yaml\` says what it is: **equivalent**, no request can tell it from the reference;
**permitted**, the documents allow it, or a wrong setting would look the same; **open**, they leave it open and no latitude has it;
**missing**, a check or data should have found it.

${block('', summaryOf(figures))}

${[
  `The goal is 95 % killed, equivalent or permitted. It is ${answeredShare(figures) >= 95 ? '' : '**not** '}reached.`,
  ...readingTexts(readingOf(killed, read)),
].join('\n\n')}

## Not killed

${left.map((one) => section(one, kept)).join('\n\n')}

## Killed

${markdownTable(
  ['mutant', 'line', 'blamed', 'requests'],
  new Set(['line', 'requests']),
  killed.map(({ mutant, outcome }) => [
    code(mutant.id),
    String(mutant.line),
    blamedIn(outcome),
    outcome.is === 'killed' ? String(outcome.requests) : '',
  ]),
)}
`;
}

/** What was found by those who read kills: nothing where nobody has. */
function readingTexts({ times, others }: Reading): readonly string[] {
  const read = times.row + times.neighbour + times.no;
  if (read === 0) return [];
  const text = `Kills are not shrunk, so that a neighbour of the row that the change breaks may be blamed. ${read} of them were read by hand, the first ones
of the sample: ${times.row} blame a row that the change breaks, ${times.neighbour} one whose breach follows from it, and ${times.no} one that it does not explain.`;
  const list = others.map(
    ({ mutant, reading: { blames, why } }) =>
      `- ${code(mutant.id)} blames ${blames === 'neighbour' ? 'a neighbour' : 'what it does not explain'}: ${why}`,
  );
  return others.length === 0 ? [text] : [text, list.join('\n')];
}

function section({ mutant, outcome }: Tried, kept: Kept): string {
  return `### ${code(mutant.id)}

${[`Line ${mutant.line}, ${outcome.is}.`, ...said({ mutant, outcome }, kept)].join(' ')}

${block('diff', diffOf(mutant))}`;
}

function said({ mutant, outcome }: Pick<Tried, 'mutant' | 'outcome'>, kept: Kept): readonly string[] {
  const seen = blamedIn(outcome);
  const shown = seen === '' ? [] : [`${outcome.is === 'survived' ? 'Seen' : 'Why'}: ${seen}.`];
  const known = classOf(mutant, kept);
  if (known === undefined) return ['Not yet explained.', ...shown];
  const by = known.latitude === undefined ? '' : ` (${code(known.latitude)})`;
  return [`**${known.is}**${by}: ${known.why}`, ...shown];
}

function code(text: string): string {
  return `\`${text}\``;
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
