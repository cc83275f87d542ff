import type { Check } from '../../engine/model.ts';
import type { RaceReading } from '../../engine/race/judge-race.ts';
import { at, isObject, isString } from '../../models/checks.ts';
import { entries } from '../../models/resource/forms.ts';
import type { Reply } from '../../models/wire.ts';
import { tokenRules } from '../../spec/resource/token.ts';

/** Fields that count requests, or hold the time of the latest: the documents do not say whether refused requests count. */
const counters: ReadonlySet<string> = new Set([tokenRules.versionNr.id, tokenRules.updatedAt.id]);

/**
 * How the replies of overlapping requests are read. Only the requested change is judged in them: the rest of the object may be older than
 * the reply, since the documents promise the current state only to a read. The rest is judged by the reads afterwards.
 */
export const raceReading: RaceReading<Reply> = {
  counts: ({ decides }: Check<Reply>) => decides === true,
  settles: ({ cites }) => !cites.some((rule) => counters.has(rule)),
  succeeded: isSuccess,
  unclear: (reply) => !isSuccess(reply) && !isRefused(reply),
  made: ({ operation }, reply) => (operation === 'capture' ? captureIn(reply) : undefined),
  times: ({ sentAt, receivedAt }) => ({ from: sentAt, to: receivedAt }),
};

const successStates: ReadonlySet<unknown> = new Set(['open', 'close']);

/** A result code of success (legacy), or an object under 2xx (resource). */
export function isSuccess({ http, body }: Reply): boolean {
  if (http < 200 || http >= 300 || !isObject(body)) return false;
  if (isString(body['id'])) return true;
  const { status } = body as { readonly status?: unknown };
  return successStates.has(status) || (isString(status) && String(status).endsWith('_success'));
}

/** The id of the capture in a reply: two replies with one id are one capture. */
function captureIn({ body }: Reply): string | undefined {
  const id = at(body, ['capture_id']);
  if (isString(id)) return String(id);
  const ids = entries(at(body, ['captures'])).map((capture) => capture['id']);
  return ids.length === 1 ? String(ids[0]) : undefined;
}

/** A refusal by the target itself. After 5xx the outcome is unknown, and an HTML page is no answer of this interface. */
function isRefused({ http, body }: Reply): boolean {
  if (!isObject(body) || http >= 500) return false;
  return http >= 400 || (isString(body['status']) && String(body['status']).endsWith('_fail'));
}
