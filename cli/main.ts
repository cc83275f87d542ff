import { Command, CommanderError } from 'commander';
import { causeOf } from '../harness/preflight/trouble.ts';
import { version } from '../harness/files/version.ts';
import { printError } from './command/errors.ts';
import { exitCodes } from './command/exit-codes.ts';
import { githubCommands } from './command/github-commands.ts';
import { stderr } from './command/terminal.ts';
import { endOnUncaught } from './command/interrupt.ts';
import { addVerbs } from './command/verbs.ts';

/** How long open handles may keep a finished command alive, ms: enough to flush the output into a slow pipe. */
const lingerMs = 2000;

/** Runs the command line and sets the process's exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  let lost = false;
  let exit: number = exitCodes.conformant;
  const end = (): void => {
    // What could not be printed must not be taken for conformant.
    process.exitCode = lost && exit === exitCodes.conformant ? exitCodes.inconclusive : exit;
  };
  onLostOutput(() => {
    lost = true;
    end();
  });
  endOnUncaught((error) => printError(error, { json: false, verbose: argv.includes('--verbose') }));
  exit = await run(argv);
  end();
  setTimeout(() => process.exit(), lingerMs).unref();
}

/** Keeps errors of standard output and standard error from ending a run. Calls `lost` once when something could not be printed that a reader waits for. */
function onLostOutput(lost: () => void): void {
  process.stderr.on('error', () => undefined);
  let said = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has gone (`payproof requirements | head`), or the terminal was closed: the run goes on to its reports.
    if (said || error.code === 'EPIPE' || error.code === 'EIO') return;
    said = true;
    stderr.text(`payproof: standard output can't be written: ${causeOf(error)}`);
    lost();
  });
}

/** Runs one command line. Gives its exit status; never throws. */
export async function run(argv: readonly string[]): Promise<number> {
  const json = argv.includes('--json');
  const verbose = argv.includes('--verbose');
  let exit: number = exitCodes.conformant;
  const program = emptyProgram();
  const github = githubCommands(argv);
  try {
    const ended = (code: number): void => {
      exit = code;
    };
    await addVerbs(program, argv, ended, github);
    if (argv.length === 0) {
      stderr.text(program.helpInformation().trimEnd());
      return exitCodes.usage;
    }
    await program.parseAsync(argv, { from: 'user' });
    return exit;
  } catch (error) {
    // --help and --version are no errors.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.conformant;
    return printError(error, { json, verbose });
  } finally {
    github.end();
  }
}

function emptyProgram(): Command {
  return (
    new Command('payproof')
      .description('Certifies a server against the two interfaces of the deferred-payment service.')
      .version(version)
      .option('--verbose', 'print the stack trace of an internal error')
      .configureHelp({ showGlobalOptions: true })
      // We print errors ourselves, once, so that --json holds for them too.
      .configureOutput({ outputError: () => undefined })
      .exitOverride()
  );
}
