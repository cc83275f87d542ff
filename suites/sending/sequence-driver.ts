import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver, Violation } from '../../engine/judge/execute.ts';
import type { Observation, Step } from '../../engine/model.ts';
import { withUnseenCode } from '../../generators/legacy/pins.ts';
import type { Phase } from '../../harness/journal/journal-records.ts';
import { BudgetSpent } from '../../harness/preflight/trouble.ts';
import { namedIn } from '../../harness/receiver/inbox.ts';
import type { Connection } from '../../harness/wire/connection.ts';
import { isRead, type Call, type ControlCall, type Reply } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';
import type { Run } from '../run/run.ts';
import { openLease } from '../supplies/lease.ts';
import type { Ask } from '../supplies/token-supply.ts';

/** What a sequence needs of its session. */
export interface Sending {
  readonly run: Run;
  readonly suite: string;
  readonly means: ReadonlySet<Means>;
  readonly connection: Connection;
  /** A call to the target that belongs to no sequence. */
  readonly ask: Ask;
  /** The same to its control. */
  control(call: ControlCall, kind: string): ReturnType<Connection['send']>;
  /** How long after a change a read is sent, ms; 0: at once. */
  readonly settleMs: number;
  /** Called when the run may send no more requests. */
  spent(): void;
}

/** How the engine reaches the target in one sequence. */
export function openDriver(
  { run, suite, means, connection, ask, control, settleMs, spent }: Sending,
  sequence: string,
  phase: Phase,
): Driver<Call, Reply> {
  const watch = openWatch(run, sequence);
  const lease = openLease(run.supplies, ask);
  let changedAt = -Infinity;

  const send = async (call: Call, step: Step): Promise<Observation<Reply>> => {
    const { operation, kind, id } = step;
    try {
      const context = { suite, sequence, step: id, operation, kind, phase };
      const typed = lease.replyOf(call);
      if (typed !== undefined) {
        if (call.to === 'control') run.pins.read(call, typed);
        return { reply: typed };
      }
      lease.sent(call);
      run.witnesses.sent(sequence, call);
      const leftMs = call.to !== 'control' && isRead(call) ? changedAt + settleMs - performance.now() : 0;
      if (leftMs > 0) await sleep(leftMs);
      const observation = await connection.send(call, context);
      if (!isRead(call)) changedAt = performance.now();
      run.witnesses.answered(sequence, operation, call, observation);
      watch.answered();
      const reply = 'reply' in observation ? observation.reply : undefined;
      if (call.to === 'control' && reply !== undefined) run.pins.read(call, reply);
      // Of a prompt that nobody answers too: its PIN may be right for as long as the target likes.
      if (means.has('pins.read')) await run.pins.sentAfter(call, reply, (one) => control(one, 'seen'));
      if (call.to === 'legacy') run.inbox.own([...namedIn(call.body), ...namedIn(reply?.body)]);
      return observation;
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      spent();
      return { lost: error.message };
    }
  };

  return {
    complete: (call, step) => {
      const apart = withUnseenCode(call, step, run.pins);
      return apart === undefined
        ? Promise.resolve({ none: 'each code of this kind was a PIN' })
        : lease.complete(apart, step);
    },
    end: lease.end,
    nonce: run.nextNonce(),
    may: (call) => phase !== 'explore' || run.wrongKeys.mayExplore(call),
    unjudged: watch.unjudged,
    lookAgain: watch.lookAgain,
    send,
    sendLater: async (call, step, afterMs) => {
      await sleep(afterMs);
      return send(call, step);
    },
  };
}

/** Watches for a sequence that begins now whether the target stays the server that it is. */
function openWatch({ availability, witnesses }: Run, sequence: string) {
  // The doubtful answer is the last one. By the one before, nothing was wrong.
  let [lastSure, last] = [Date.now(), Date.now()];
  return {
    unjudged: availability.since(),
    answered: () => {
      [lastSure, last] = [last, Date.now()];
    },
    lookAgain: ({ at }: Pick<Violation, 'at'>) =>
      availability.lookAgain({
        aboutNotifications: at === 'notifications',
        lastSure,
        witnesses: witnesses.by(lastSure, sequence),
        payments: witnesses.madeBy(lastSure, sequence),
      }),
  };
}
