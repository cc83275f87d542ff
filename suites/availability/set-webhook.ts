import type { ControlCall } from '../../models/wire.ts';

/** Sets the URL to which the target sends its notifications; null: none. */
export function setWebhook(url: string | null): ControlCall {
  return { to: 'control', operation: 'webhook', method: 'PUT', path: '/webhook', body: { url } };
}
