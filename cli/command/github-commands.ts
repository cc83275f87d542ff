import { randomUUID } from 'node:crypto';
import { resumeLine, stopLine } from '../../reports/github/commands.ts';
import { stderr, stdout } from './terminal.ts';

/** What is told to a runner of GitHub's workflows while a verb runs. */
export interface GithubCommands {
  /** Gives the runner these commands; without one, nothing happens. */
  give(lines: readonly string[]): void;
  /** Lets the runner take commands again. To be called once. */
  end(): void;
}

/**
 * Nothing that a verb prints counts as a command of the runner, whichever verb it is: what it prints may be anybody's. Commands go to standard error
 * where standard output is JSON: the runner reads both. Outside GitHub's workflows nothing is written, unless `--github` asks for it.
 */
export function githubCommands(argv: readonly string[]): GithubCommands {
  if (process.env['GITHUB_ACTIONS'] !== 'true' && !argv.includes('--github'))
    return { give: () => undefined, end: () => undefined };
  const token = randomUUID();
  const stream = argv.includes('--json') ? stderr : stdout;
  const end = (): void => {
    process.off('exit', end);
    stream.commands([resumeLine(token)]);
  };
  stream.commands([stopLine(token)]);
  // An interrupt may end the process at once.
  process.on('exit', end);
  return { give: (lines) => stream.commands([resumeLine(token), ...lines, stopLine(token)]), end };
}
