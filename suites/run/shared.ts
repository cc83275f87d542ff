import type { Goal } from '../../engine/goals.ts';
import type { Signature } from '../../engine/judge/signature.ts';
import { KnownFailures } from '../../engine/judge/known-failures.ts';
import { LearnedChoices } from '../../engine/learned.ts';
import { openInbox } from '../../harness/inbox.ts';
import { openTurns, type Turn } from '../../harness/limits.ts';
import { startReceiver, type Received, type Receiver } from '../../harness/receiver.ts';
import type { Target, WebhookSettings } from '../../harness/settings.ts';
import { allLatitudes } from '../../spec/register.ts';
import type { Beside } from './background-claim.ts';
import { nothingTaught } from './notification-source.ts';
import type { RunPlan } from './run-plan.ts';
import { realTime } from '../webhooks/real-clock.ts';

type Hear = (received: Received) => void;

const perCase = allLatitudes.filter((row) => row.perCase === true).map(({ id }) => id);

/** What the suites of one run share: one receiver at one address, and what each has learned for the next. */
export class Shared {
  /** Requests that were sent. */
  sent = 0;
  /** Failures that were reported. */
  readonly known = new KnownFailures();
  /** What was learned of the target's choices. */
  readonly choices = new LearnedChoices(perCase);
  /** `latitude choice` of what was written down. */
  readonly shown = new Set<string>();
  /** What has its evidence, by the names of `evidenceOf`. */
  readonly reached = new Map<string, Set<Goal>>();
  readonly inbox = openInbox();
  /** Turns at the target, where it limits the requests a second. */
  readonly turn: Turn | undefined;
  /** The clock of what is watched in real time. */
  time = realTime;
  /** The lost races that were reported. */
  readonly lostRaces: Signature[] = [];
  /** The kept reproductions that were reported, by name. */
  readonly told = new Set<string>();
  /** True: enough was seen, and nothing new is begun. */
  over = false;
  /** Claims under way beside the suites, by suite. */
  readonly beside = new Map<string, Beside>();
  /** The delays of notifications, as sequences see them that run beside others, and those that hold the target's clock. */
  readonly taught;
  #receiver: Receiver | undefined;
  #hear: Hear | undefined;
  readonly #unheard: Received[] = [];

  constructor({ limits, notificationDeadlineMs: deadlineMs }: Target) {
    this.turn = openTurns(limits);
    this.taught = { beside: nothingTaught(deadlineMs), alone: nothingTaught(deadlineMs) };
  }

  /** The run's receiver; `fresh` when it was started only now. Throws SettingsError when it can't be bound. */
  async receiver(
    settings: WebhookSettings,
  ): Promise<{ readonly receiver: Receiver; readonly fresh: boolean }> {
    if (this.#receiver !== undefined) return { receiver: this.#receiver, fresh: false };
    const receiver = await startReceiver(settings);
    this.#receiver = receiver;
    receiver.onNotification((received) => {
      if (this.#hear === undefined) this.#unheard.push(received);
      else this.#hear(received);
      this.inbox.add(received);
    });
    return { receiver, fresh: true };
  }

  /** Tells of each notification, those included that came since nobody was told. Gives back what ends it. */
  hear(told: Hear): () => void {
    this.#hear = told;
    for (const received of this.#unheard.splice(0)) told(received);
    return () => {
      this.#hear = undefined;
    };
  }

  /** Ends the receiver. */
  async close(): Promise<void> {
    await this.#receiver?.close();
    this.#receiver = undefined;
  }
}

/** By the run's folder. */
const runs = new Map<string, Shared>();

/** What the suites of this run share, made at first asking. */
export function sharedBy({ out, target }: Pick<RunPlan, 'out' | 'target'>): Shared {
  const shared = runs.get(out) ?? new Shared(target);
  runs.set(out, shared);
  return shared;
}

/** Ends what the suites of a run share. A thread that ends with its run need not. */
export async function endShared({ out }: Pick<RunPlan, 'out'>): Promise<void> {
  await runs.get(out)?.close();
  runs.delete(out);
}
