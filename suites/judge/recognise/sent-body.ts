import { parsedJson } from '../../../harness/wire/message.ts';
import type { RecordedExchange } from '../../../harness/traffic/traffic.ts';
import type { Json } from '../../../engine/model.ts';
import type { ApiCall } from '../../../models/wire.ts';

/** The body of a recorded request as a call has it. */
export function bodyOf({
  body: text,
}: Pick<RecordedExchange, 'body'>): Pick<ApiCall, 'body' | 'rawBody' | 'strayBytes'> {
  if (text === undefined) return {};
  const { body, unparsed } = parsedJson(text);
  if (unparsed !== undefined || text === '') return { rawBody: text };
  return { body: body as Json, ...(text.includes('\u{fffd}') && { strayBytes: true as const }) };
}
