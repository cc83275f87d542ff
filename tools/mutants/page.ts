import { markdownTable } from '../../reports/words/markdown-table.ts';
import { classOf, type Kept } from './kept.ts';
import { diffOf } from './mutant.ts';
import { readingOf, type Read, type Reading } from './read.ts';
import { goal, reaches, shareOf, type Reading as Way } from './readings.ts';
import { blamedIn, summaryOf, type Figures } from './table.ts';
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
- **unjudged**: detected, and nobody is accused: the run does not end conformant, since the server answers as another service would, or rows
  have no evidence.
- **broken**: the server can't be loaded, or does not start: what StrykerJS calls a runtime error.
- **timeout**: the run did not end in time, or one place was met without end.
- **survived**: nothing is accused. A change that nobody has explained was sent every sequence that meets it.
- Not reached: no sequence runs the place. These are not tried.

Of each that is not killed, \`tools/mutants/survivors.yaml\` says what it is: **equivalent**, no request can tell it from the reference;
**permitted**, the documents allow it, or a wrong setting would look the same; **open**, they leave it open and no latitude has it;
**missing**, a check or data should have found it.

${block('', summaryOf(figures))}

${[...goalTexts(figures.readings), ...readingTexts(readingOf(killed, read))].join('\n\n')}

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

/** Which way to count the goal is measured by, and why; what the strictest comes to stands first. */
function goalTexts(readings: readonly Way[]): readonly string[] {
  const come = ({ name }: Pick<Way, 'name'>): string => {
    const reading = readings.find((one) => one.name === name);
    if (reading === undefined) throw new Error(`there is no reading "${name}"`);
    return `${shareOf(reading).toFixed(1)} %, so that ${goal.percent} % is ${reaches(reading) ? '' : '**not** '}reached`;
  };
  return [
    `The goal is ${goal.percent} % killed, equivalent or permitted by a named latitude. Counted strictly, of all that were tried, it is ${come({ name: 'strict' })}.
As StrykerJS counts, it is ${come({ name: 'as StrykerJS' })}.`,
    `The goal is measured by the third way, **${goal.reading}**: ${come({ name: goal.reading })}. It asks whether a wrong server could pass, and a run
that ends inconclusive passes nobody. Accusing a server that answers as a wrong address, key or secret would, that stops answering, or that may decline
anybody, would break the rule that only a violated prediction accuses; a server that does not start cannot be asked at all. The widest way
also counts what no document speaks of, and is no measure of the judge.`,
  ];
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
