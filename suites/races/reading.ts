import type { Check } from '../../engine/model.ts';
import type { RaceReading } from '../../engine/race/judge-race.ts';
import { at, isObject, isString } from '../../models/checks.ts';
import { entries } from '../../models/resource/forms.ts';
import type { Reply } from '../../models/wire.ts';
import { tokenRules } from '../../spec/resource/token.ts';

/** What counts requests, or tells when the latest was: whether one that was turned away is among them is not shown. */
const counters: ReadonlySet<string> = new Set([tokenRules.versionNr.id, tokenRules.updatedAt.id]);

/**
 * How the replies of overlapping requests are read. What a reply shows of the rest of the object may be older than the reply: the
 * documents promise no more than that a read gives the current state, so only what was done is judged there, and the rest when all is settled.
 */
export const raceReading: RaceReading<Reply> = {
  counts: ({ decides }: Check<Reply>) => decides === true,
  settles: ({ cites }) => !cites.some((rule) => counters.has(rule)),
  succeeded: isDone,
  unclear: (reply) => !isDone(reply) && !isRefused(reply),
  made: ({ operation }, reply) => (operation === 'capture' ? captureIn(reply) : undefined),
  times: ({ sentAt, receivedAt }) => ({ from: sentAt, to: receivedAt }),
};

const done: ReadonlySet<unknown> = new Set(['open', 'close']);

/** A result code of success (legacy), or an object under 2xx (resource). */
export function isDone({ http, body }: Reply): boolean {
  if (http < 200 || http >= 300 || !isObject(body)) return false;
  if (isString(body['id'])) return true;
  const { status } = body as { readonly status?: unknown };
  return done.has(status) || (isString(status) && String(status).endsWith('_success'));
}

/** The capture that a reply tells of, by its id: whoever answers two captures with one and the same has captured once. */
function captureIn({ body }: Reply): string | undefined {
  const id = at(body, ['capture_id']);
  if (isString(id)) return String(id);
  const ids = entries(at(body, ['captures'])).map((capture) => capture['id']);
  return ids.length === 1 ? String(ids[0]) : undefined;
}

/** A refusal that the target itself has formed. After 5xx nobody knows what was done, and a page is no answer of this interface. */
function isRefused({ http, body }: Reply): boolean {
  if (!isObject(body) || http >= 500) return false;
  return http >= 400 || (isString(body['status']) && String(body['status']).endsWith('_fail'));
}
