import type { NotificationRecord } from '../../harness/journal/journal-records.ts';
import { idsOf } from '../../harness/receiver/inbox.ts';
import { withoutConsumers } from '../../harness/secrets/redact.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import type { Trouble } from '../journal/summary.ts';

/** What is odd about a notification, beside what it says. */
type Strayed = 'came to another path' | 'names no payment';

const longestExample = 160;

/** Counts what came to paths or in forms that a run does not know, with the path or the beginning of the first as an example. */
export class StrayCounter {
  readonly #strays = new Map<Strayed, { readonly example: string; times: number }>();

  add({ path, body: text }: NotificationRecord): void {
    if (path !== undefined) this.#note('came to another path', path);
    else if (idsOf({ ...parsedJson(text), text }).length === 0) this.#note('names no payment', text);
  }

  /** The same as troubles of a run, one for each sort. */
  get troubles(): readonly Trouble[] {
    return [...this.#strays].map(([what, { example, times }]) => {
      return { kind: 'network', cause: causeOf(what, example), times };
    });
  }

  #note(what: Strayed, text: string): void {
    const known = this.#strays.get(what);
    if (known === undefined)
      this.#strays.set(what, { example: withoutConsumers(text).slice(0, longestExample), times: 1 });
    else known.times += 1;
  }
}

function causeOf(what: Strayed, example: string): string {
  switch (what) {
    case 'came to another path':
      return (
        `a notification came to another path than the webhook URL's, such as ${example}. Where a tunnel or a proxy changes it, give ` +
        'webhooks.public_url a path of its own, and webhooks.path the one that arrives'
      );
    case 'names no payment':
      return `a notification named no payment, and could not be judged, such as ${example === '' ? 'an empty body' : example}`;
  }
}
