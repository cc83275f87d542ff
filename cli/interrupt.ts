import { exitCodes } from './exit-codes.ts';

/** What ends a run from outside: Ctrl-C, a request to end, and a terminal that was closed. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface Interrupt {
  /** Aborted by the first Ctrl-C; the second ends the process at once. */
  readonly signal: AbortSignal;
  /** Stops handling the signals, unless one has come. */
  release(): void;
}

/** Ends the process at once with 130 on Ctrl-C, SIGTERM and SIGHUP, while there is nothing to write yet. The returned function takes that back. */
export function endOnInterrupt({ json = false }: { readonly json?: boolean | undefined }): () => void {
  const listener = (): void => {
    const error = 'interrupted before the run began; nothing was written';
    if (json) process.stdout.write(`${JSON.stringify({ error, exit: exitCodes.interrupted })}\n`);
    else process.stderr.write(`\npayproof: ${error}\n`);
    process.exit(exitCodes.interrupted);
  };
  for (const name of signals) process.on(name, listener);
  return () => {
    for (const name of signals) process.off(name, listener);
  };
}

/** Handles Ctrl-C, SIGTERM and SIGHUP, so that a run can write what it did so far. */
export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const listener = (): void => {
    if (controller.signal.aborted) {
      process.stderr.write(
        '\nInterrupted again: ended at once. payproof report makes the reports of what is in the folder.\n',
      );
      process.exit(exitCodes.interrupted);
    }
    process.stderr.write('\nInterrupted: writing what was done so far. Interrupt again to end at once.\n');
    controller.abort();
  };
  for (const name of signals) process.on(name, listener);
  return {
    signal: controller.signal,
    release: () => {
      // Somebody who interrupts twice may do so while the run ends by itself: the default would end the process by a signal, with no status.
      if (controller.signal.aborted) return;
      for (const name of signals) process.off(name, listener);
    },
  };
}
