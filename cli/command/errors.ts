import { CommanderError } from 'commander';
import { SettingsError } from '../../harness/settings/settings-error.ts';
import { Unreachable, Unwritable } from '../../harness/preflight/trouble.ts';
import { plain } from '../../reports/words/plain.ts';
import { exitCodes } from './exit-codes.ts';
import { stderr, stdout } from './terminal.ts';

/** Characters: enough for a list of everything that would have been right. */
const longestMessage = 4000;

export interface ErrorReport {
  /** One line for people. */
  readonly error: string;
  readonly exit: number;
}

/** The message for an error, and its exit status. */
export function errorReport(error: unknown): ErrorReport {
  if (error instanceof CommanderError) {
    return { error: error.message.replace(/^error: /, '').replaceAll('\n', ' '), exit: exitCodes.usage };
  }
  if (error instanceof SettingsError) return { error: error.message, exit: exitCodes.usage };
  if (error instanceof Unreachable || error instanceof Unwritable)
    return { error: error.message, exit: exitCodes.inconclusive };
  const [line = ''] = messageOf(error).split('\n');
  // After a bug of ours no verdict can be trusted.
  return {
    error: `payproof itself failed: ${line}. Run with --verbose for where.`,
    exit: exitCodes.inconclusive,
  };
}

/** Prints an error: one line on standard error, or one JSON object on standard output. Gives the exit status. */
export function printError(error: unknown, { json, verbose }: { json: boolean; verbose: boolean }): number {
  const { error: whole, exit } = errorReport(error);
  // It may repeat what a file, a target or an argument says.
  const message = plain(whole, longestMessage);
  if (json) stdout.json({ error: message, exit });
  else stderr.text(`payproof: ${message}`);
  if (verbose && error instanceof Error) stderr.text(error.stack ?? '');
  return exit;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
