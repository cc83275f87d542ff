import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { causeOf } from '../../harness/preflight/trouble.ts';
import type { Command } from 'commander';
import { annotationLines, runAnnotations } from '../../reports/github/commands.ts';
import { outputLines, runOutputs, runMarkdown, type ToldRun } from '../../reports/github/run-summary.ts';
import { errorReport } from '../command/errors.ts';
import type { GithubCommands } from '../command/github-commands.ts';
import { stderr } from '../command/terminal.ts';

/** Bytes of a step's summary; GitHub refuses one that is longer, whole. */
const mostSummaryBytes = 1024 * 1024;

/** Tells GitHub how a run ended. */
export type TellGithub = (told: ToldRun & { readonly exit: number }) => void;

export interface GithubOptions {
  readonly github?: boolean;
}

/** Adds `--github` and its opposite. */
export function withGithub(command: Command): Command {
  return command
    .option(
      '--github',
      'write job summary, annotations and outputs for GitHub Actions (by itself where GITHUB_ACTIONS is true)',
    )
    .option('--no-github', 'write none of them');
}

/** Runs a verb that is reported to GitHub, where that is asked for. */
export async function withGithubOutput(
  { github = process.env['GITHUB_ACTIONS'] === 'true' }: GithubOptions,
  commands: GithubCommands,
  verb: (tell: TellGithub) => Promise<number>,
): Promise<number> {
  if (!github) return verb(() => undefined);
  try {
    return await verb((told) => {
      const { certificate, summary, register, night } = told;
      commands.give(annotationLines(runAnnotations(certificate, summary, register, night)));
      appendTo('GITHUB_STEP_SUMMARY', 'job summary', (bytes) => runMarkdown(told, mostSummaryBytes - bytes));
      appendTo('GITHUB_OUTPUT', 'outputs', () =>
        outputLines(runOutputs(certificate, night, told), `end-${randomUUID()}`),
      );
    });
  } catch (error) {
    commands.give(
      annotationLines([{ level: 'error', title: 'payproof', message: errorReport(error).error }]),
    );
    throw error;
  }
}

/** Appends to the file that a variable names; that it can't be is said and changes no verdict. */
function appendTo(variable: string, what: string, text: (bytes: number) => string): void {
  const file = process.env[variable];
  if (file === undefined || file === '') {
    stderr.text(`payproof: ${variable} is not set, so GitHub gets no ${what}`);
    return;
  }
  try {
    appendFileSync(file, text(statSync(file, { throwIfNoEntry: false })?.size ?? 0));
  } catch (error) {
    stderr.text(`payproof: the file that ${variable} names can't be written: ${causeOf(error)}`);
  }
}
