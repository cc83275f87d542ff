import type { ClaimPart } from '../../harness/records/suite-record.ts';
import type { Driver } from '../../engine/judge/execution.ts';
import type { NotificationSource } from '../../engine/judge/judge-notifications.ts';
import type { openInbox } from '../../harness/receiver/inbox.ts';
import { connect, type Connection } from '../../harness/wire/connection.ts';
import type { Phase } from '../../harness/records/exchange-records.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import type { Received, Receiver } from '../../harness/receiver/receiver.ts';
import { BudgetSpent } from '../../harness/preflight/trouble.ts';
import type { Setup } from '../../models/setup.ts';
import { advancingClock } from '../../models/clock-call.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';
import { mostJudged, type RunConfig } from './run-config.ts';
import { notificationSource } from './notification-source.ts';
import { receives } from '../shards/part-of.ts';
import { openDriver } from '../sending/sequence-driver.ts';
import type { SharedClock } from '../sending/together/shared-clock.ts';
import type { Together } from '../sending/together/together.ts';
import type { Ask } from '../supplies/token-supply.ts';
import { setWebhook } from '../availability/watch.ts';
import type { Run } from './run.ts';
import { steadyNow } from '../../harness/time.ts';

/** What one suite works with: the connection to the target, the receiver, and the journal. */
export interface Session {
  readonly run: Run;
  /** The run's plan, with the changes for this suite. */
  readonly config: RunConfig;
  readonly suite: string;
  readonly means: ReadonlySet<Means>;
  readonly connection: Connection;
  readonly journal: Journal;
  /** Absent where the target's notifications can't reach us. */
  readonly receiver?: Receiver;
  /** Requests that this suite may take of what the run is allowed. */
  readonly allowance: number;
  setup(exclusive: boolean): Setup;
  /** How a sequence reaches the target. `together`: what it has in common with those beside it. Default: nothing. */
  driver(sequence: string, phase: Phase, together?: Together): Driver<Call, Reply>;
  /**
   * Notifications as the engine judges them; undefined without a receiver. `exclusive`: the target is held alone, so that its clock may be
   * moved, by `clock` where several sequences share it. `inbox`: that of another receiver than the run's.
   */
  notifications(options: {
    readonly exclusive: boolean;
    readonly inbox?: Inbox;
    readonly clock?: Pick<SharedClock, 'make'> | undefined;
  }): NotificationSource<Notification> | undefined;
  /** Requests of the run when the suite was begun, by this process or one before. */
  readonly sentBefore: number;
  /** How much it may still do. */
  phase(): RunPhase;
  /** Ends the run from outside. */
  interrupt(): void;
  /** ms since the run's start. */
  now(): number;
  close(): Promise<void>;
}

/**
 * How much a session may still do, each less than the one before. `open`: sequences may be begun. `finishing`: those that were begun may end.
 * `spent`: nothing is sent any more, since the requests that are allowed are used up. `cut off`: the same, since the run was interrupted or
 * the target is gone; what ends then may do so before its time.
 */
export type RunPhase = 'open' | 'finishing' | 'spent' | 'cut off';

/** Whether a session may send nothing any more. */
export function isOver(session: Pick<Session, 'phase'>): boolean {
  const phase = session.phase();
  return phase === 'spent' || phase === 'cut off';
}

export type Inbox = ReturnType<typeof openInbox>;

/** For runs that keep nothing, such as a replay. Each has its own: runs listen to its signals, which would hold all of them in memory. */
export function noJournal(write: Journal['write'] = () => undefined): Journal {
  return {
    write,
    flush: () => undefined,
    close: () => undefined,
    full: new AbortController().signal,
    failed: new AbortController().signal,
  };
}

/** Opens a session of a run. One in the background leaves notifications to the others to journal. Throws SettingsError when the receiver can't be bound. */
export async function openSession(
  run: Run,
  suite: string,
  {
    background = false,
    part = 'whole',
    changes = {},
  }: {
    readonly background?: boolean;
    readonly part?: ClaimPart;
    readonly changes?: Partial<RunConfig> | undefined;
  } = {},
): Promise<Session> {
  const config: RunConfig = { ...run.config, ...changes };
  const { target, startedAt } = config;
  const maxRequests = mostJudged(config);
  const { journal, access, memory } = run;
  const { inbox, sent, gate, taken, ledger, wrongKeys, availability } = access;
  const connection = connect({
    target,
    journal,
    startedAt,
    maxRequests,
    sent,
    taken,
    gate,
    wrongKeys,
    watch: availability,
    answered: ledger?.seen,
    reserve: () => ledger?.requests ?? 0,
  });
  const means = meansOf(target, config.capabilities, config);
  const { receiver, fresh = false } =
    means.has('webhooks') && target.webhooks && config.share?.receives !== false && receives(config.shard)
      ? await access.receiver(target.webhooks)
      : {};
  let isSpent = false;
  let isInterrupted = false;
  const phaseNow = (): RunPhase => {
    if (isInterrupted || availability.gone !== undefined) return 'cut off';
    if (isSpent) return 'spent';
    return run.stopped === undefined && steadyNow() < config.until ? 'open' : 'finishing';
  };

  const write = (received: Received): void =>
    journal.write({
      k: 'notification',
      at: received.at - startedAt,
      body: received.text,
      headers: received.headers,
      answered: received.answered,
      connection: received.connection,
      ...(received.base64 !== undefined && { base64: received.base64 }),
      ...(received.path !== undefined && { path: received.path }),
    });
  const stopListening = background ? undefined : access.onNotification(write);

  /** A call of the suite's own, which belongs to no sequence. */
  const control = (call: Call, kind: string) =>
    connection.send(call, {
      suite,
      sequence: '',
      step: '',
      operation: call.operation,
      kind,
      phase: 'explore',
    });

  /** The same for a call to the target, which is not judged. */
  const ask: Ask = async (call) => {
    const { operation } = call;
    const context = { suite, sequence: '', step: '', operation, kind: 'between sequences' } as const;
    try {
      return await connection.send(call, { ...context, phase: 'explore' });
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      isSpent = true;
      return { lost: error.message };
    }
  };

  const pass = async (ms: number, clock?: Pick<SharedClock, 'make'>): Promise<void> => {
    memory.knownReads.clear();
    const call = advancingClock('pass-time', ms);
    const send = (one: Call) => control(one, 'wait');
    await (clock === undefined ? send(call) : clock.make(call, send));
  };

  const session: Session = {
    run,
    config,
    suite,
    means,
    connection,
    journal,
    ...(receiver && { receiver }),
    allowance: Infinity,
    sentBefore: memory.recorded?.part(suite, config.round)?.sentBefore.get(part) ?? sent,
    phase: phaseNow,
    setup: (exclusive) => setupOf(target, means, { exclusive, skewMs: config.skewMs }),
    driver: (sequence, phase, together) =>
      openDriver(
        {
          run,
          suite,
          means,
          connection,
          ask,
          control,
          settleMs: target.way?.settleMs ?? 0,
          spent: () => {
            isSpent = true;
          },
          together,
        },
        sequence,
        phase,
      ),
    notifications: ({ exclusive, inbox: from = inbox, clock }) => {
      if (receiver === undefined) return undefined;
      const alone = exclusive && means.has('clock.advance');
      return notificationSource({
        inbox: from,
        deadlineMs: target.notificationDeadlineMs,
        delays: access.delays[alone ? 'exclusive' : 'shared'],
        pass: alone ? (ms) => pass(ms, clock) : undefined,
      });
    },
    interrupt: () => {
      isInterrupted = true;
      connection.interrupt();
      inbox.close();
    },
    now: () => steadyNow() - startedAt,
    close: async () => {
      await access.supplies.settled();
      if (!background) access.sent = connection.requests;
      if (!background) inbox.close();
      await connection.close();
      stopListening?.();
      journal.flush();
    },
  };
  if (receiver && fresh && means.has('webhook.register')) await control(setWebhook(receiver.url), 'set');
  return session;
}
