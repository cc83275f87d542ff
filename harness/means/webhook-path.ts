import { setTimeout as sleep } from 'node:timers/promises';
import { request, type Dispatcher } from 'undici';
import type { Finding } from '../preflight/trouble.ts';
import { pathOf, type WebhookSettings } from '../given/webhook-settings.ts';
import { startReceiver, type Receiver } from '../receiver/receiver.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { type WaySettings, dispatcherTo } from '../way/way-settings.ts';

/** What is known of a target's control interface. */
export interface ReachedControl {
  readonly capabilities: readonly string[];
  /** There is a control block, but its address does not answer. */
  readonly isSilent: boolean;
}

/** How long a test request to the public address may take to reach the receiver, ms. */
const probeMs = 5000;
const oneAtOnce = { connections: 1, timeoutMs: probeMs };

/** Binds the receiver, says which URL the target needs, and sends a test request to the public address: a tunnel or proxy may lead elsewhere. */
export async function tryWebhookPath(
  { webhooks, way }: { readonly webhooks: WebhookSettings; readonly way?: WaySettings },
  control: ReachedControl,
): Promise<Finding> {
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
    if (!registered && pathOf(publicUrl) === undefined) return notRegistered(publicUrl, control);
    if (publicUrl === undefined) {
      const text = `the receiver binds ${listen}; the target gets its address through control`;
      return { part, verdict: 'well', text };
    }
    const failure = await leadsElsewhere(receiver, webhooks, way);
    if (failure !== undefined)
      return { part, verdict: 'unreachable', text: failure, receiverTrouble: failure };
    const by = registered
      ? 'the target gets it through control'
      : "enter it as the webhook URL in the target's administration screen";
    return { part, verdict: 'well', text: `${receiver.url} leads to the receiver at ${listen}; ${by}` };
  } finally {
    await receiver.close();
  }
}

/** Why the public address does not lead to a receiver that is bound, with the setting to change; undefined where it does. */
export async function leadsElsewhere(
  receiver: Pick<Receiver, 'url' | 'onNotification' | 'strayPath'>,
  { listen, publicUrl }: Pick<WebhookSettings, 'listen' | 'publicUrl'>,
  { proxy }: WaySettings = {},
): Promise<string | undefined> {
  if (publicUrl === undefined) return undefined;
  const attempt = () => {
    // What certificates and headers the target wants is no matter of ours.
    const dispatcher = dispatcherTo(
      new URL(receiver.url).origin,
      { ...(proxy !== undefined && { proxy }) },
      oneAtOnce,
    );
    return probe(receiver.url, dispatcher, (listener) => receiver.onNotification(listener));
  };
  let failure = await attempt();
  // A tunnel may lose one request.
  if (failure?.answered === false) failure = await attempt();
  if (failure === undefined) return undefined;
  if (receiver.strayPath !== undefined)
    return (
      `webhooks.public_url leads to the receiver at ${listen}, but something between changes the path: requests to <path> came to ` +
      `${receiver.strayPath}. Give public_url a path of its own, and set webhooks.path to the one that it arrives at`
    );
  // Its path is a secret, and certificates are passed on.
  const { origin } = new URL(publicUrl);
  return `webhooks.public_url (at ${origin}) does not lead to the receiver at ${listen}: ${failure.why}. Check both`;
}

/** The target cannot know an address that is new in each run, or that is never registered. */
function notRegistered(publicUrl: string | undefined, { isSilent }: ReachedControl): Finding {
  const part = 'webhooks';
  if (isSilent) {
    const text = 'it is unknown whether the URL can be registered: the control interface does not answer';
    return { part, verdict: 'unreachable', text };
  }
  const why =
    publicUrl === undefined
      ? 'the target does not know where to send'
      : `${publicUrl} has no path: each run adds one of its own, so an address entered for one is wrong in the next`;
  const text =
    `${why}: give webhooks.public_url, an address with a path of its own, and enter it as ` +
    "the webhook URL in the target's administration screen; or offer control capability webhook.register";
  return { part, verdict: 'wrong', text };
}

interface Failure {
  readonly why: string;
  readonly answered: boolean;
}

/** Posts to the public address. Gives why the receiver did not get it, undefined when it did. */
async function probe(
  url: string,
  dispatcher: Dispatcher,
  listen: (listener: () => void) => () => void,
): Promise<Failure | undefined> {
  const waiting = new AbortController();
  const stop = listen(() => waiting.abort());
  try {
    const { statusCode, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"payproof":"doctor"}',
      headersTimeout: probeMs,
      bodyTimeout: probeMs,
    });
    await body.dump();
    if (!waiting.signal.aborted)
      await sleep(probeMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    return waiting.signal.aborted
      ? undefined
      : { why: `it answered HTTP ${statusCode}, and the receiver got nothing`, answered: true };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? 'no answer') : String(error);
    return { why, answered: false };
  } finally {
    stop();
    await dispatcher.destroy();
  }
}
