import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FailureRecord } from '../../harness/journal/journal-records.ts';
import { packageRoot } from '../../harness/files/package-root.ts';
import type { Asked, ThreadTask, Told } from './thread-messages.ts';

/** What came of one claim. */
export interface Checked {
  readonly failures: readonly FailureRecord[];
  /** A violation ends the run. */
  readonly isEnough: boolean;
}

/** A thread that checks claims. Its promises never reject. */
export interface SuitesThread {
  /** Resolves once its runs are open, or it has ended. */
  readonly ready: Promise<void>;
  /** Resolves with what came of the claim; undefined where the thread has ended. */
  check(suite: string, reported: readonly FailureRecord[]): Promise<Checked | undefined>;
  /** Ends the claims under way. */
  end(): void;
  /** Nothing can be written any more. */
  failed(why: string): void;
  /** Nothing is left to check. */
  done(): void;
  readonly ended: Promise<void>;
}

interface Listeners {
  write(records: readonly string[]): void;
  fault(cause: string): void;
  /** What the thread runs. Default: the suites. */
  readonly script?: string;
}

/** Starts a thread that checks claims. */
export function startSuitesThread(
  task: ThreadTask,
  { write, fault, script = join(packageRoot, 'bin', 'suites-thread.mjs') }: Listeners,
): SuitesThread {
  const thread = new Worker(script, { workerData: task });
  let told = false;
  let endsEarly = true;
  const tellFault = (cause: string): void => {
    told = true;
    fault(cause);
  };
  let becomeReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (becomeReady = resolve));
  const asked = new Map<string, (checked: Checked) => void>();
  thread.on('message', (message: Told) => {
    if ('records' in message) write(message.records);
    else if ('ready' in message) becomeReady();
    else if ('fault' in message) tellFault(message.fault);
    else asked.get(message.suite)?.({ failures: message.checked, isEnough: message.isEnough });
  });
  thread.on('error', (error) => tellFault(`the suites broke off: ${error.message}`));
  const ended = new Promise<void>((resolve) =>
    thread.once('exit', (code) => {
      // Whatever ended it, claims may be left that nobody tried.
      if (!told && (endsEarly || code !== 0)) tellFault(`the suites ended early, with status ${code}`);
      becomeReady();
      resolve();
    }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
  const ask = (what: Asked): void => thread.postMessage(what);
  return {
    ready,
    ended,
    check: (check, reported) =>
      Promise.race([
        new Promise<Checked>((resolve) => {
          asked.set(check, resolve);
          ask({ check, reported });
        }),
        ended.then(() => undefined),
      ]),
    end: () => ask({ end: true }),
    failed: (unwritable) => ask({ unwritable }),
    done: () => {
      endsEarly = false;
      ask({ done: true });
    },
  };
}
