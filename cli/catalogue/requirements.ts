import type { Command } from 'commander';
import { grouped } from '../../reports/words/plain.ts';
import { register } from '../../reports/register.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { stdout } from '../command/terminal.ts';

/** `requirements`: the catalogue, by document and section. */
export function addRequirements(program: Command): void {
  program
    .command('requirements')
    .description("prints every requirement and every open point, with the document's section for each")
    .option('--json', 'print one JSON object on standard output')
    .addHelpText('after', '\nExamples:\n  payproof requirements\n  payproof requirements --json')
    .action(({ json }: { json?: boolean }) => {
      if (json) stdout.json(register, 2);
      else stdout.text(catalogue());
    });
}

function catalogue(): string {
  const { requirements, latitudes } = register;
  const sections = grouped(requirements, (row) => `${row.document}: ${row.section}`);
  const rows = [...sections].map(([title, members]) => [title, ...members.map(requirementText)].join('\n'));
  const open = grouped(latitudes, (row) => `${row.document}: ${row.section} (open)`);
  const points = [...open].map(([title, members]) =>
    [title, ...members.map((row) => `  ${row.id}\n      ${row.question} ${row.choices.join(' | ')}`)].join(
      '\n',
    ),
  );
  return [...rows, ...points, `${requirements.length} requirements, ${latitudes.length} open points`].join(
    '\n\n',
  );
}

function requirementText(row: Requirement): string {
  const level = row.level === 'must' ? '' : `  (${row.level})`;
  const notes = [
    ...(row.needs === undefined ? [] : [`needs ${row.needs.join(', ')}`]),
    ...(row.untestable === undefined ? [] : [`not testable: ${row.untestable}`]),
  ];
  return [`  ${row.id}${level}`, row.text, ...notes].join('\n      ');
}
