import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { journalTo, type Journal } from '../../harness/journal.ts';
import type { Redact } from '../../harness/redact.ts';
import { Unwritable } from '../../harness/trouble.ts';
import { claimsOfRun } from '../../suites/replay/kept.ts';
import { noteFailure } from '../../suites/resume/restore.ts';
import { Planning } from '../threads/planning.ts';
import { openCheckedRun, type CheckedRun } from '../../suites/run/check-claims.ts';
import type { Asked, ThreadTask, Told } from './thread-messages.ts';

/** Checks claims of the run that the thread was started with, as it is asked to, one after another. The thread that asks writes the journal. */
export async function checkInThread(): Promise<void> {
  if (parentPort === null) throw new Error('the suites run in a thread of their own');
  const port = parentPort;
  const { plan, suites } = workerData as ThreadTask;
  const claims = claimsOfRun.filter(({ suite }) => suites.includes(suite));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
  const tell = (what: Told): void => port.postMessage(what);
  const ending = new AbortController();
  const failing = new AbortController();
  const planning = new Planning(ending.signal);
  const journal = (_plan: unknown, redact: Redact): Journal =>
    journalTo(
      { append: (records) => tell({ records }), close: () => undefined, failed: failing.signal },
      redact,
    );

  const check = async (
    { run, check: checkOne }: CheckedRun,
    { check: suite, reported }: Extract<Asked, { readonly check: string }>,
  ): Promise<void> => {
    for (const failure of reported) noteFailure(run, failure);
    const [claim] = claims.filter((one) => one.suite === suite);
    const outcome =
      claim &&
      (await checkOne(claim, claims, ending.signal).catch((error: unknown) => {
        if (!(error instanceof Unwritable)) tell({ fault: messageOf(error) });
        return undefined;
      }));
    tell({ checked: outcome && 'failures' in outcome ? outcome.failures : [], isEnough: run.bailed });
  };

  try {
    const checked = await openCheckedRun(plan, journal, planning.plan);
    const done = answering(port, {
      check: (asked) => check(checked, asked),
      end: () => ending.abort(),
      unwritable: (why) => failing.abort(new Unwritable(why)),
    });
    tell({ ready: true });
    try {
      await done;
    } finally {
      await checked.run.close();
      await planning.close();
    }
  } catch (error) {
    tell({ fault: messageOf(error) });
  }
}

interface Answers {
  check(asked: Extract<Asked, { readonly check: string }>): Promise<void>;
  end(): void;
  unwritable(why: string): void;
}

/** Does what is asked, until nothing is left. An open port keeps the thread alive meanwhile. */
async function answering(port: MessagePort, answers: Answers): Promise<void> {
  let checking = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const hear = (asked: Asked): void => {
      if ('check' in asked) checking = checking.then(() => answers.check(asked));
      else if ('end' in asked) answers.end();
      else if ('unwritable' in asked) answers.unwritable(asked.unwritable);
      else {
        port.off('message', hear);
        checking.then(resolve, reject);
      }
    };
    port.on('message', hear);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
