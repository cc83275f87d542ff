import { connect, type ConnectOptions } from '../../harness/wire/connection.ts';
import { openControl } from '../../harness/means/control.ts';
import type { Inbox } from '../../harness/receiver/inbox.ts';
import type { Journal } from '../../harness/journal/journal.ts';
import type { Gate } from '../../harness/pace/limits.ts';
import type { WrongKeys } from '../../harness/wire/wrong-keys.ts';
import { meansOf, setupOf } from '../../harness/means/means.ts';
import { preflight } from '../../harness/preflight/preflight.ts';
import { BudgetSpent } from '../../harness/preflight/trouble.ts';
import type { ApiCall, Reply, ControlCall } from '../../models/wire.ts';
import { mostLooks, type RunConfig } from '../run/run-config.ts';
import { Availability } from './availability.ts';
import { knows, verifySameServer } from './verify-same-server.ts';
import { patienceUntil, waitForTarget } from './reach-target.ts';
import type { KnownReads } from './known-reads.ts';
import { plainCall, authorizedBy, plainAuthorize } from '../webhooks/plain-calls.ts';
import { randomUUID } from 'node:crypto';
import type { Observation } from '../../engine/model.ts';
import type { Setup } from '../../models/setup.ts';
import { steadyNow } from '../../harness/time.ts';

/** What the watch needs of a run. */
interface Watched {
  readonly config: RunConfig;
  readonly journal: Pick<Journal, 'write'>;
  readonly inbox: Inbox;
  readonly gate: Gate;
  readonly wrongKeys: Pick<WrongKeys, 'take'>;
  readonly knownReads: Pick<KnownReads, 'clear'>;
  /** Called with what came of each call. */
  readonly answered?: ConnectOptions['answered'];
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
  /** Where the run receives notifications; undefined while it does not. */
  webhookUrl(): string | undefined;
  /** After so many ms an expected notification is probably missing, by the delays seen so far. */
  usualMs(): number;
}

/** Watches whether the target of a run is there, and is the server that it was. What it asks is not counted, journaled or judged. */
export function watchTarget({
  config,
  journal,
  inbox,
  gate,
  wrongKeys,
  knownReads,
  answered,
  signal,
  webhookUrl,
  usualMs,
}: Watched): Availability {
  const { target, capabilities, startedAt, skewMs, until } = config;
  const { timeoutMs, awayMs } = target.limits;
  const means = meansOf(target, capabilities, config);
  let isSilent = false;
  let forgets = false;
  const looks = mostLooks(config);
  let left = looks;
  const onRequest = (): void => {
    if (left <= 0) throw new BudgetSpent(looks);
    left -= 1;
  };
  const reach = () => preflight(target, { gate, onRequest, mayTryWrongKey: () => wrongKeys.take() });

  const restore = async (): Promise<readonly string[]> => {
    // It may have forgotten what was read before: asked again, that would be a restart each time.
    knownReads.clear();
    return setUrl();
  };
  const setUrl = async (): Promise<readonly string[]> => {
    const url = webhookUrl();
    if (url === undefined || !means.has('webhook.register')) return [];
    const control = openControl(target);
    await control.send(setWebhook(url));
    await control.close();
    return ['the webhook URL'];
  };
  const look: ConstructorParameters<typeof Availability>[0]['look'] = async (doubt) => {
    const connection = connect({
      target,
      journal: { write: () => undefined },
      startedAt,
      gate,
      wrongKeys,
      answered,
      bypassGate: true,
    });
    const ask = async (call: ApiCall) => {
      onRequest();
      return connection.send(call, {
        suite: '',
        sequence: '',
        step: '',
        operation: call.operation,
        kind: '',
        phase: 'explore',
      });
    };
    const knowsFresh = async (): Promise<boolean | undefined> => {
      const [id] = await makePayments(setupOf(target, means, { exclusive: false, skewMs }), ask, 1);
      return id === undefined ? undefined : knows(await ask(plainCall('status', id)));
    };
    const hasForgottenUrl = async (): Promise<boolean> => {
      if (isSilent || webhookUrl() === undefined || !means.has('webhook.register')) return false;
      const setup = setupOf(target, means, { exclusive: false, skewMs });
      const deadlineMs = target.notificationDeadlineMs;
      const found = await probeWebhook({ setup, inbox, deadlineMs, usualMs: usualMs(), ask, setUrl });
      isSilent = found === 'silent';
      return found === 'forgotten';
    };
    try {
      const found = await verifySameServer({ reach, ask, knowsFresh, hasForgottenUrl, forgets }, doubt);
      forgets ||= found.is === 'the same' && found.forgets === true;
      return found;
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      return { is: 'not known', cause: 'no request was left to look whether it is still the same' };
    } finally {
      await connection.close();
    }
  };
  return new Availability({
    timeoutMs,
    awayMs,
    wait: (unansweredSince, goneElsewhere) => {
      const last = Math.min(patienceUntil(unansweredSince, awayMs), until);
      const at = steadyNow() - startedAt;
      journal.write({ k: 'away', at, since: unansweredSince - startedAt, until: last - startedAt });
      const ended = AbortSignal.any([signal, goneElsewhere]);
      return waitForTarget(reach, { until: last, lookMs: timeoutMs, signal: ended });
    },
    restore,
    look,
    note: (cause, event) =>
      journal.write({ k: 'trouble', at: steadyNow() - startedAt, kind: 'target', cause, event }),
    end: () => inbox.close(),
    isOver: () => signal.aborted,
  });
}

interface Probing {
  readonly setup: Setup;
  readonly inbox: Inbox;
  readonly deadlineMs: number;
  /** How long most notifications of this target take, ms: after that it is probable that none comes. */
  readonly usualMs: number;
  ask(call: ApiCall): Promise<Observation<Reply>>;
  /** Sets the webhook URL. */
  setUrl(): Promise<unknown>;
}

/** A target may drop a notification by mistake. One without a URL drops all of them. */
const probes = 2;

/**
 * Whether the target has its webhook URL. `forgotten`: payments bring no notification before the URL is set again, and bring some after it.
 * `silent`: they bring none after it either, so that the URL is not the cause. The whole deadline is waited for once, for both.
 */
export async function probeWebhook(probing: Probing): Promise<'kept' | 'forgotten' | 'silent'> {
  const { inbox, usualMs, deadlineMs } = probing;
  const before = await makeEvents(probing);
  if (before.length === 0) return 'kept';
  let after: readonly string[] = [];
  const came = (ids: readonly string[]) => inbox.take(ids).length > 0;
  try {
    if (await inbox.waitFor(() => came(before), usualMs)) return 'kept';
    await probing.setUrl();
    after = await makeEvents(probing);
    // Not until the later ones come, since the earlier ones may only be slow.
    if (await inbox.waitFor(() => came(before), deadlineMs)) return 'kept';
    return came(after) ? 'forgotten' : 'silent';
  } finally {
    inbox.forget([...before, ...after]);
  }
}

/** Authorizes payments and closes them, since a target may lack the notifications of one operation. Gives their ids; none where none could be made. */
async function makeEvents({ setup, inbox, ask }: Probing): Promise<readonly string[]> {
  const ids = await makePayments(setup, ask, probes);
  inbox.own(ids);
  for (const id of ids) await ask(plainCall('close', id));
  return ids;
}

/** Makes so many plain payments and gives their ids: fewer where some are declined, none where the settings name no consumer who is approved. */
async function makePayments(
  { personas, ...setup }: Setup,
  ask: Probing['ask'],
  count: number,
): Promise<readonly string[]> {
  const { approve } = personas;
  if (approve === undefined) return [];
  const ids: string[] = [];
  for (let probe = 0; probe < count; probe += 1) {
    const observation = await ask(plainAuthorize({ personas, ...setup }, approve, `probe-${randomUUID()}`));
    const id = authorizedBy(observation);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** Sets the URL to which the target sends its notifications; null: none. */
export function setWebhook(url: string | null): ControlCall {
  return { to: 'control', operation: 'webhook', method: 'PUT', path: '/webhook', body: { url } };
}
