import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Finding } from './finding.ts';
import { startReceiver } from './receiver.ts';
import { SettingsError } from './settings-error.ts';
import type { WebhookSettings } from './settings.ts';

/** How long a knock at the public address may take until it is at the receiver, ms. */
const knockMs = 5000;

/**
 * Binds the receiver, says what the target is to be told, and knocks at the public address: whether a tunnel or a proxy leads to the
 * receiver shows only so.
 */
export async function tryWebhookPath(
  webhooks: WebhookSettings,
  capabilities: readonly string[],
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
    const registered = capabilities.includes('webhook.register');
    if (publicUrl === undefined) {
      return registered
        ? {
            part,
            verdict: 'well',
            text: `the receiver binds ${listen}; the target is told its address through control`,
          }
        : {
            part,
            verdict: 'wrong',
            text:
              'nobody tells the target where to send: give webhooks.public_url, an address with a path of its own, and enter it as ' +
              "the webhook URL in the target's administration screen; or offer control capability webhook.register",
          };
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
