import type { Command } from 'commander';
import { loadTarget } from '../harness/settings/settings.ts';
import { exitCodes } from './command/exit-codes.ts';
import { onInterrupt } from './command/interrupt.ts';
import { duration, liveOption, wholeNumber } from './command/options.ts';
import { work } from './queue/work.ts';
import { terminalText } from './command/terminal.ts';

const dayMs = 86_400_000;

/** `work`: makes parts of runs that `certify --queue` gives out. */
export function addWork(program: Command, exit: (code: number) => void): void {
  program
    .command('work')
    .description('makes parts of runs that payproof certify --queue gives out')
    .requiredOption('--queue <address>', 'the Redis server of the queue, such as redis://127.0.0.1:6379')
    .option('--targets <file>', 'the targets file of this machine (default: targets.yaml)')
    .option('--target <name>', "the target (default: the file's own default)")
    .option(
      '--workers <n>',
      'threads that check suites side by side (default: the cores, at most 4)',
      wholeNumber(1, 64),
    )
    .option(
      '--idle <duration>',
      'end when there was no part for so long, such as 1m (default: wait on)',
      duration(1000, dayMs),
    )
    .addOption(liveOption())
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      `
The queue names the target and says what to try; addresses, keys and limits are those of this machine's targets file and environment, and must be those of the
coordinator. A part of a worker that is killed is made by another one. Interrupted, a worker gives its part back.

Examples:
  payproof work --queue redis://queue.internal:6379 --target sandbox
  payproof work --queue redis://127.0.0.1:6379 --target sandbox --idle 1m

Exit status:
  0    there was nothing to do for the time of --idle, or it was interrupted
  2    wrong usage or settings, or BullMQ and ioredis are not installed
  3    the queue could not be reached`,
    )
    .action(async (options: WorkVerbOptions) => exit(await workFor(options)));
}

interface WorkVerbOptions {
  readonly queue: string;
  readonly targets?: string;
  readonly target?: string;
  readonly workers?: number;
  readonly idle?: number;
  readonly live?: boolean;
  readonly quiet?: boolean;
}

async function workFor({ queue, target: name, idle, live, quiet, ...own }: WorkVerbOptions): Promise<number> {
  const { name: target } = loadTarget({ file: own.targets, name });
  const interrupt = onInterrupt();
  try {
    await work({
      ...own,
      queue,
      target,
      live: live ?? false,
      signal: interrupt.signal,
      ...(idle !== undefined && { idleMs: idle }),
      onPart: (told) => {
        if (quiet !== true)
          process.stderr.write(`${new Date().toISOString().slice(0, 19)}Z ${terminalText(told)}\n`);
      },
    });
    return exitCodes.conformant;
  } finally {
    interrupt.release();
  }
}
