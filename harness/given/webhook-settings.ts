import { secret } from '../settings/settings-forms.ts';

/** Where notifications are received. */
export interface WebhookSettings {
  /** `HOST:PORT` that the receiver binds; port 0 picks a free one. */
  readonly listen: string;
  /** The address that the target is given, where it differs. */
  readonly publicUrl?: string;
  /** Where notifications arrive at the receiver, where it is another path than the one of the URL, or is to be the same in each run. */
  readonly path?: string;
}

/** The same as an entry has it. */
interface WebhookEntry {
  readonly listen: string;
  readonly public_url?: string | undefined;
  readonly path?: string | undefined;
}

/** The settings of an entry. */
export function webhookSettings({ listen, public_url: publicUrl, path }: WebhookEntry): WebhookSettings {
  return { listen, ...(publicUrl !== undefined && { publicUrl }), ...(path !== undefined && { path }) };
}

/** The fixed path of a public address; undefined for one without a path, which gets a new, secret one in each run. */
export function pathOf(publicUrl: string | undefined): string | undefined {
  const path = publicUrl === undefined ? '/' : new URL(publicUrl).pathname;
  return path === '/' ? undefined : path;
}

/**
 * What is secret in the addresses of notifications: whoever knows the path can forge one. A part that is a plain word, such as `webhooks`, hides nothing, and
 * stands in texts of ours.
 */
export function secretsOfWebhooks({ publicUrl, path }: Partial<WebhookSettings> = {}): readonly string[] {
  return [pathOf(publicUrl), path].flatMap((one = '') => {
    const parts = one.split('/').filter((part) => secret.safeParse(part).success);
    return parts.length === 0 ? [] : [one, ...parts];
  });
}

/** Longer ones are cut: they may come from any sender. */
const longestPath = 200;

/** A path that a request came to, without what of it is the webhook URL's: that is a secret. */
export function shownPath(cameTo: string, path: string): string {
  const [last = ''] = path.split('/').slice(-1);
  const parts = { '<path>': path, '<end of the path>': last };
  const [shown, part] = Object.entries(parts).find(([, one]) => one.length > 1 && cameTo.includes(one)) ?? [];
  return (shown === undefined || part === undefined ? cameTo : cameTo.replaceAll(part, shown)).slice(
    0,
    longestPath,
  );
}
