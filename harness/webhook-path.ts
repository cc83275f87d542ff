import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Finding } from './finding.ts';
import { pathOf } from './public-url.ts';
import { startReceiver } from './receiver.ts';
import { SettingsError } from './settings-error.ts';
import type { WebhookSettings } from './settings.ts';

/** What is known of a target's control interface. */
export interface ReachedControl {
  readonly capabilities: readonly string[];
  /** There is a control block, and its address does not answer. */
  readonly isSilent: boolean;
}

/** How long a knock at the public address may take until it is at the receiver, ms. */
const knockMs = 5000;

/**
 * Binds the receiver, says what the target is to be told, and knocks at the public address: whether a tunnel or a proxy leads to the
 * receiver shows only so.
 */
export async function tryWebhookPath(webhooks: WebhookSettings, control: ReachedControl): Promise<Finding> {
  const part = 'webhooks';
  let receiver;
  try {
    receiver = await startReceiver(webhooks);
  } catch (error) {
    if (error instanceof SettingsError) return { part, verdict: 'wrong', text: error.message };
    throw error;
  }
  try {
    const { publicUrl, listen } = webhooks;
    const registered = control.capabilities.includes('webhook.register');
    if (!registered && pathOf(publicUrl) === undefined) return untold(publicUrl, control);
    if (publicUrl === undefined) {
      const text = `the receiver binds ${listen}; the target is told its address through control`;
      return { part, verdict: 'well', text };
    }
    const knocked = await knock(receiver.url, (listener) => receiver.onNotification(listener));
    if (knocked !== undefined) {
      const text = `${receiver.url} does not lead to the receiver at ${listen}: ${knocked}`;
      return { part, verdict: 'unreachable', text };
    }
    const by = registered
      ? 'the target is told it through control'
      : "enter it as the webhook URL in the target's administration screen";
    return { part, verdict: 'well', text: `${receiver.url} leads to the receiver at ${listen}; ${by}` };
  } finally {
    await receiver.close();
  }
}

/** Nobody tells the target of an address that is new in each run. */
function untold(publicUrl: string | undefined, { isSilent }: ReachedControl): Finding {
  const part = 'webhooks';
  if (isSilent) {
    const text =
      'whether the target can be told where to send is not known: its control interface does not answer';
    return { part, verdict: 'unreachable', text };
  }
  const why =
    publicUrl === undefined
      ? 'nobody tells the target where to send'
      : `${publicUrl} has no path: each run adds one of its own, and what was entered for one is wrong in the next`;
  const text =
    `${why}: give webhooks.public_url, an address with a path of its own, and enter it as ` +
    "the webhook URL in the target's administration screen; or offer control capability webhook.register";
  return { part, verdict: 'wrong', text };
}

/** Posts to the public address. Gives why it did not arrive, undefined when it did. */
async function knock(url: string, listen: (listener: () => void) => () => void): Promise<string | undefined> {
  const waiting = new AbortController();
  const stop = listen(() => waiting.abort());
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"payproof":"doctor"}',
      headersTimeout: knockMs,
      bodyTimeout: knockMs,
    });
    await body.dump();
    if (!waiting.signal.aborted)
      await sleep(knockMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    return waiting.signal.aborted ? undefined : `it answered HTTP ${statusCode}, and nothing arrived`;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'no answer') : String(error);
  } finally {
    stop();
  }
}
