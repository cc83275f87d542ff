import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from './exit-codes.ts';
import { stderr, stdout } from './terminal.ts';

/** How long a second interrupt waits for what must not be cut, ms: a person takes it for at once. */
const mostWaitMs = 1000;

/** What ends a run from outside: Ctrl-C, a request to end, and a terminal that was closed. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interrupt {
  /** Aborted by the first Ctrl-C; the second ends the process at once. */
  readonly signal: AbortSignal;
  /** Has a second interrupt wait for this, a second at most. */
  waitFor(quiet: Promise<unknown>): void;
  /** Stops handling the signals, unless one has come. */
  release(): void;
}

/** Ends the process at once with 130 on Ctrl-C, SIGTERM and SIGHUP, while there is nothing to write yet. The returned function takes that back. */
export function endOnInterrupt({ json = false }: { readonly json?: boolean | undefined }): () => void {
  const listener = (): void => {
    const error = 'interrupted before the run began; nothing was written';
    if (json) stdout.json({ error, exit: exitCodes.interrupted });
    else stderr.text(`\npayproof: ${error}`);
    process.exit(exitCodes.interrupted);
  };
  for (const name of signals) process.on(name, listener);
  return () => {
    for (const name of signals) process.off(name, listener);
  };
}

/** How long what goes on after an error that nothing expects may take, ms: as long as reports take to be written. */
const mostEndingMs = 60_000;

/**
 * Has an exception or a rejection that nothing has caught end the process with the status of our own errors, since Node's means 'not conformant'. What goes on ends as
 * by an interrupt, with the reports so far. `print`: says what it was, once.
 */
export function endOnUncaught(print: (error: unknown) => void): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    if (isEnding) return;
    isEnding = true;
    print(error);
    // Whatever status the command ends with.
    process.on('exit', () => (process.exitCode = exitCodes.inconclusive));
    setTimeout(() => process.exit(), mostEndingMs).unref();
    if (!process.emit('SIGTERM')) process.exit();
  });
}

/** Handles Ctrl-C, SIGTERM and SIGHUP, so that a run can write what it did so far. `says`: what the first one prints. */
export function onInterrupt(
  says = 'Interrupted: writing what was done so far. Interrupt again to end at once.',
): Interrupt {
  const controller = new AbortController();
  let quiet: Promise<unknown> = Promise.resolve();
  const listener = (): void => {
    if (controller.signal.aborted) {
      stderr.text(
        '\nInterrupted again: ended at once. payproof report makes the reports of what is in the folder.',
      );
      const end = () => process.exit(exitCodes.interrupted);
      for (const name of signals) process.off(name, listener).on(name, end);
      void Promise.race([quiet, sleep(mostWaitMs)]).then(end);
      return;
    }
    stderr.text(`\n${says}`);
    controller.abort();
  };
  for (const name of signals) process.on(name, listener);
  return {
    signal: controller.signal,
    waitFor: (next) => {
      quiet = next;
    },
    release: () => {
      // A second interrupt may come while the run ends by itself: the default would end the process by a signal, with no status.
      if (controller.signal.aborted) return;
      for (const name of signals) process.off(name, listener);
    },
  };
}
