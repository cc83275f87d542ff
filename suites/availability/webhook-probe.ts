import { randomUUID } from 'node:crypto';
import type { Observation } from '../../engine/model.ts';
import type { Inbox } from '../../harness/inbox.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall, Reply } from '../../models/wire.ts';
import { authorizedBy, plainAuthorize } from '../webhooks/plain-calls.ts';

export interface Probing {
  readonly setup: Setup;
  readonly inbox: Inbox;
  readonly deadlineMs: number;
  ask(call: ApiCall): Promise<Observation<Reply>>;
  /** Sets the webhook URL. */
  setUrl(): Promise<unknown>;
}

/** A target may drop a notification by mistake. One without a URL drops all of them. */
const probes = 2;

/**
 * Whether the target has its webhook URL. `forgotten`: payments bring no notification before the URL is set again, and bring some after it.
 * `silent`: they bring none after it either, so that the URL is not the cause.
 */
export async function probeWebhook(probing: Probing): Promise<'kept' | 'forgotten' | 'silent'> {
  if ((await notifies(probing)) !== false) return 'kept';
  await probing.setUrl();
  return (await notifies(probing)) === true ? 'forgotten' : 'silent';
}

/** Whether a notification of new payments comes before the deadline; undefined when no payment could be made. */
async function notifies({ setup, inbox, deadlineMs, ask }: Probing): Promise<boolean | undefined> {
  const ids = await makePayments(setup, ask, probes);
  inbox.own(ids);
  if (ids.length === 0) return undefined;
  const came = await inbox.waitFor(() => inbox.take(ids).length > 0, deadlineMs);
  inbox.forget(ids);
  return came;
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
