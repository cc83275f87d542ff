import { notItsOwn } from '../../wire/not-its-own.ts';
import { parsedJson } from '../../wire/message.ts';
import type { RecordedExchange, RecordedReply } from '../traffic.ts';

/** Whether a number is the status of a final answer (RFC 9110, 15): 0, -1 and -999 are how recorders write that there was none. */
const isAnswer = (status: number): boolean => Number.isInteger(status) && status >= 200 && status <= 599;

/**
 * The reply of an exchange as it is judged, or why there is none: nothing came, what came was not kept, or another than the target has
 * answered. The request may have been executed all the same, as behind an answer that is lost in a run.
 */
export function answerAsJudged(
  { http, headers }: Omit<RecordedReply, 'body'>,
  body: string | undefined,
): Pick<RecordedExchange, 'reply' | 'lost'> {
  if (!isAnswer(http)) return { lost: 'no answer was recorded' };
  const text = body ?? '';
  const other = notItsOwn({
    http,
    contentType: headers['content-type'] ?? '',
    ...parsedJson(text),
    text,
    sentAt: 0,
    receivedAt: 0,
  });
  if (other !== undefined) return { lost: other };
  return body === undefined
    ? { lost: "the answer's body was not recorded, or not wholly" }
    : { reply: { http, headers, body } };
}
