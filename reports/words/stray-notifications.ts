import type { NotificationRecord } from '../../harness/journal/journal-records.ts';
import { idsOf } from '../../harness/receiver/inbox.ts';
import { withoutConsumers } from '../../harness/secrets/redact.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import { counted } from './counted.ts';

/** What is odd about a notification, beside what it says. */
export type Strayed = 'came to another path' | 'names no payment';

/** The notifications that were odd in one way. */
export interface StrayNotifications {
  readonly what: Strayed;
  readonly times: number;
  /** The path, or the beginning of the body, of the first. */
  readonly example: string;
}

const longestExample = 160;

/** Counts what came to paths or in forms that a run does not know. */
export class StrayCounter {
  readonly #strays = new Map<Strayed, StrayNotifications>();

  add({ path, body: text }: NotificationRecord): void {
    if (path !== undefined) this.#note('came to another path', path);
    else if (idsOf({ ...parsedJson(text), text }).length === 0) this.#note('names no payment', text);
  }

  get all(): readonly StrayNotifications[] {
    return [...this.#strays.values()];
  }

  #note(what: Strayed, text: string): void {
    const { times = 0, example = withoutConsumers(text).slice(0, longestExample) } =
      this.#strays.get(what) ?? {};
    this.#strays.set(what, { what, times: times + 1, example });
  }
}

/** A warning about them, with what to do. */
export function strayText({ what, times, example }: StrayNotifications): string {
  switch (what) {
    case 'came to another path':
      return (
        `${counted(times, 'notification')} came to another path than the webhook URL's, such as ${example}. Where a tunnel or a proxy ` +
        'changes it, give webhooks.public_url a path of its own, and webhooks.path the one that arrives'
      );
    case 'names no payment':
      return `${counted(times, 'notification')} named no payment, and could not be judged, such as ${example === '' ? 'an empty body' : example}`;
  }
}
