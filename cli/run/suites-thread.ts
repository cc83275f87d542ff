import type { ClaimPart } from '../../harness/records/suite-record.ts';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { journalTo, type Journal } from '../../harness/journal/journal.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import type { Redact } from '../../harness/secrets/redact.ts';
import { Unwritable } from '../../harness/preflight/trouble.ts';
import { claimsOfRun } from '../../suites/replay/kept.ts';
import { noteFailure } from '../../suites/resume/restore.ts';
import { Planning } from '../threads/planning.ts';
import type { Gone } from '../../suites/availability/availability.ts';
import type { Claim } from '../../suites/run/claim.ts';
import { openCheckedRun, type CheckedRun } from '../../suites/run/check-claims.ts';
import type { ToWorker, LaneTask, ThreadTask, FromWorker } from './thread-messages.ts';

/** A run that is open in this thread, with the claims that it is asked to check. */
interface OpenLane extends CheckedRun {
  readonly claims: readonly Claim[];
  /** Ends once all that it was asked so far is checked. */
  checking: Promise<void>;
}

/** Checks claims as this thread is asked to, those of a lane one after another. The thread that asks writes the journal. */
export async function checkInThread(): Promise<void> {
  if (parentPort === null) throw new Error('the suites run in a thread of their own');
  const port = parentPort;
  const { lanes: tasks } = workerData as ThreadTask;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node, no window
  const tell = (what: FromWorker): void => port.postMessage(what);
  const ending = new AbortController();
  const failing = new AbortController();
  const planning = new Planning(ending.signal);
  const journal = (_plan: unknown, redact: Redact): Journal =>
    journalTo(
      {
        append: (records) => tell({ records }),
        close: () => undefined,
        full: new AbortController().signal,
        failed: failing.signal,
      },
      redact,
    );

  const lanes: OpenLane[] = [];
  const open = async ({ config, suites }: LaneTask): Promise<void> => {
    const claims = claimsOfRun.filter(({ suite }) => suites.includes(suite));
    lanes.push({
      ...(await openCheckedRun(config, journal, planning.plan)),
      claims,
      checking: Promise.resolve(),
    });
  };
  const check = async (
    { run, claims, check: checkOne }: OpenLane,
    claim: Claim,
    part: ClaimPart,
    reported: readonly FailureRecord[],
  ): Promise<void> => {
    for (const failure of reported) noteFailure(run, failure);
    const outcome = await checkOne(claim, claims, ending.signal, part).catch((error: unknown) => {
      if (!(error instanceof Unwritable)) tell({ fault: messageOf(error) });
      return undefined;
    });
    const checked = outcome && 'failures' in outcome ? outcome.failures : [];
    const { gone } = run.access.availability;
    tell({ suite: claim.suite, checked, isEnough: run.stopped === 'bail', gone });
  };
  const inTurn: Answers['check'] = (suite, part, reported) => {
    for (const lane of lanes)
      for (const claim of lane.claims)
        if (claim.suite === suite)
          lane.checking = lane.checking.then(() => check(lane, claim, part, reported));
  };

  try {
    await Promise.all(tasks.map(open));
    const done = askedUntilDone(port, {
      check: inTurn,
      gone: (gone) => lanes.forEach(({ run }) => run.access.availability.takeGone(gone)),
      end: () => ending.abort(),
      unwritable: (why) => failing.abort(new Unwritable(why)),
    });
    tell({ ready: true });
    await done;
    await Promise.all(lanes.map(({ checking }) => checking));
  } catch (error) {
    tell({ fault: messageOf(error) });
  } finally {
    await Promise.all(lanes.map(({ run }) => run.close()));
    await planning.close();
  }
}

interface Answers {
  check(suite: string, part: ClaimPart, reported: readonly FailureRecord[]): void;
  gone(gone: Gone): void;
  end(): void;
  unwritable(why: string): void;
}

/** Does what is asked, until nothing is left. An open port keeps the thread alive meanwhile. */
async function askedUntilDone(port: MessagePort, answers: Answers): Promise<void> {
  await new Promise<void>((resolve) => {
    const hear = (asked: ToWorker): void => {
      if ('check' in asked) answers.check(asked.check, asked.part, asked.reported);
      else if ('gone' in asked) answers.gone(asked.gone);
      else if ('end' in asked) answers.end();
      else if ('unwritable' in asked) answers.unwritable(asked.unwritable);
      else {
        port.off('message', hear);
        resolve();
      }
    };
    port.on('message', hear);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
