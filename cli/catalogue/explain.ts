import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { SettingsError, suggestion } from '../../harness/settings/settings-error.ts';
import { faults } from '../../reference/faults.ts';
import { certificate } from '../../reports/certificate/certificate.ts';
import type { CertifiedRequirement } from '../../reports/certificate/certificate-schema.ts';
import { readSummary } from '../../reports/journal/fold.ts';
import { certificateName } from '../../reports/manifest/report-files.ts';
import { register } from '../../reports/register.ts';
import { exampleLines, explanation } from '../../reports/words/explanation.ts';
import { plain, pluralize } from '../../reports/words/plain.ts';
import { displayDir } from '../../reports/write.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { stdout } from '../command/terminal.ts';

/** Where runs are by default. */
const runsFolder = 'runs';

/** Faults that are listed; there may be hundreds of one requirement. */
const mostFaults = 12;

/** `explain ROW`: where a requirement stands, what shows it, and how the last run has shown it. */
export function addExplain(program: Command): void {
  program
    .command('explain')
    .description(
      'explains a requirement: where it stands, what counts as evidence, and how the last run has shown it',
    )
    .argument('<row>', 'its id, such as legacy.capture.full-closes')
    .option('--run <dir>', `the folder of a run (default: the newest in ${runsFolder}/)`)
    .option('--json', 'print one JSON object on standard output and nothing else there')
    .addHelpText(
      'after',
      `
Examples:
  payproof explain legacy.capture.full-closes
  payproof explain resource.auth.wrong-key --run runs/2026-01-31T09-00-00-sandbox

Exit status:
  0  it was explained
  2  there is no such requirement, or the folder holds no run`,
    )
    .action(async (id: string, { run, json = false }: { run?: string; json?: boolean }) => {
      const row = requirementNamed(id);
      const dir = run ?? newestRun();
      const shown = dir === undefined ? undefined : await shownIn(dir, row);
      const breaking = faults.filter(({ requirement }) => requirement === row.id);
      if (json)
        stdout.json(
          {
            ...row,
            ...explanation(row, register),
            faults: breaking.map(({ id: name, summary }) => ({ id: name, summary })),
            run: dir === undefined ? null : { dir: displayDir(dir), row: shown ?? null },
          },
          2,
        );
      else stdout.text(textOf(row, breaking, dir, shown), { wrap: true });
    });
}

function requirementNamed(id: string): Requirement {
  const row = register.requirements.find((one) => one.id === id);
  if (row !== undefined) return row;
  const near = suggestion(
    id,
    register.requirements.map((one) => one.id),
  );
  throw new SettingsError(`There is no requirement ${id}. ${near} payproof requirements lists all.`);
}

/** The newest run beside which the command is called. Their names begin with when they began. */
function newestRun(): string | undefined {
  if (!existsSync(runsFolder)) return undefined;
  const dirs = readdirSync(runsFolder).toSorted().toReversed();
  return dirs.map((name) => join(runsFolder, name)).find((dir) => existsSync(join(dir, certificateName)));
}

async function shownIn(dir: string, { id }: Requirement): Promise<CertifiedRequirement | undefined> {
  const { requirements } = certificate(await readSummary(dir), register);
  return requirements.find((one) => one.id === id);
}

function textOf(
  row: Requirement,
  breaking: typeof faults,
  dir: string | undefined,
  shown: CertifiedRequirement | undefined,
): string {
  const { where, binds, evidence, takes, openPoints } = explanation(row, register);
  const more = breaking.length - mostFaults;
  const parts: readonly (readonly string[])[] = [
    [row.id, `  ${row.text}`, `  ${binds}`],
    ['Where it stands', `  ${where}`],
    ['What counts as evidence', `  ${evidence}`, ...takes.map((one) => `  It takes ${one}`)],
    ['In a run', ...runLines(dir, shown).map((line) => `  ${line}`)],
    [
      'What would break it',
      ...(breaking.length === 0
        ? ['  No seeded fault breaks it.']
        : breaking.slice(0, mostFaults).map(({ id, summary }) => `  ${id}: ${summary}`)),
      ...(more > 0 ? [`  … and ${pluralize(more, 'more fault')}`] : []),
    ],
    [
      'What the document leaves open there',
      ...(openPoints.length === 0
        ? ['  Nothing that is known.']
        : openPoints.map(({ id, question, choices }) => `  ${id}: ${question} ${choices.join(' | ')}`)),
    ],
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n');
}

function runLines(dir: string | undefined, shown: CertifiedRequirement | undefined): readonly string[] {
  if (dir === undefined) return [`There is none in ${runsFolder}/: payproof certify makes one.`];
  const name = plain(displayDir(dir));
  if (shown === undefined) return [`${name} is of another version, which does not know it.`];
  const { verdict, checks, reason } = shown;
  return [
    `${name}: ${verdict.replace('_', ' ')}, ${pluralize(checks, 'check')}${reason === undefined ? '' : `: ${plain(reason)}`}`,
    ...exampleLines(shown, (text) => plain(text)),
  ];
}
