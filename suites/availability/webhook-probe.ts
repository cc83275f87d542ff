import { randomUUID } from 'node:crypto';
import type { Observation } from '../../engine/model.ts';
import type { Inbox } from '../../harness/receiver/inbox.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { authorizedBy, plainAuthorize, plainCall } from '../webhooks/plain-calls.ts';

export interface Probing {
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

/** Makes so many plain payments and gives their ids: fewer where some are declined, none where the settings name nobody who is approved. */
export async function makePayments(
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
