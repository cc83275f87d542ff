import type { LeftOut } from './checksum-recipe.ts';
import { unmasked } from '../../../harness/secrets/stand-ins.ts';
import type { Target } from '../../../harness/settings/settings.ts';
import type { RecordedExchange, Traffic } from '../../../harness/traffic/traffic.ts';
import { checksumRules, saysSuccess } from '../../../models/legacy/replies/replies.ts';
import { mayBeRight, spellingOf } from '../../../spec/wire-variants.ts';
import { common } from '../../../spec/legacy/common.ts';
import { isMask } from '../../../harness/secrets/masks.ts';
import { isObject } from '../../../models/checks.ts';
import { isSuccess, replyBody } from '../recorded-reply.ts';
import { recipeOf, signedTexts } from './checksum-recipe.ts';
import { credentialOf } from './credential.ts';
import { locator, type Place } from './place.ts';
import { parsedJson } from '../../../harness/wire/message.ts';
import type { Json } from '../../../engine/model.ts';
import type { ApiCall } from '../../../models/wire.ts';

export const nothingLeftOut: LeftOut = {};

/** The rules of which nothing is shown where something was left out. */
export function unshownRules({ checksums, types }: LeftOut): ReadonlySet<string> {
  return new Set([
    ...(checksums === undefined ? [] : checksumRules),
    ...(types === undefined ? [] : [common.contentType.id]),
  ]);
}

/** The exchange as it is judged: with values in place of masks, and with what no reply of the recording has. */
export function asUsual(exchange: RecordedExchange, { types }: LeftOut, target: Target): RecordedExchange {
  const typed = types === undefined ? exchange : withType(exchange);
  const { body, reply } = typed;
  const [sent, received] = [body, reply?.body].map((text) => unmasked(text ?? '', target));
  if (sent === undefined || received === undefined) return typed;
  const { reply: _masked, body: _text, ...rest } = typed;
  const isPlain = [sent, received].every((one) => 'text' in one && one.fields.length === 0);
  if (isPlain) return typed;
  return {
    ...rest,
    ...('hides' in sent ? { isBodyUnseen: true } : body !== undefined && { body: sent.text }),
    ...('hides' in received
      ? { lost: 'something of the answer was masked' }
      : reply !== undefined && { reply: { ...reply, body: received.text } }),
    masked: typed,
    notKnown: {
      sent: 'hides' in sent ? [] : sent.fields,
      received: 'hides' in received ? [] : received.fields,
    },
  };
}

/** The fields of a text of which the values are masked. */
export function maskedFieldsIn(text: string, target: Target): readonly string[] {
  const seen = unmasked(text, target);
  return 'hides' in seen ? [] : seen.fields;
}

function withType(exchange: RecordedExchange): RecordedExchange {
  const { reply } = exchange;
  if (reply === undefined) return exchange;
  return {
    ...exchange,
    reply: { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } },
  };
}

/** A request to one of the two interfaces. */
interface Sent {
  readonly exchange: RecordedExchange;
  readonly place: Extract<Place, { readonly to: 'legacy' | 'resource' }>;
}

/** What the recorder of this traffic has left out. `asRecorded`: credentials are not looked at. */
export function leftOutOf(
  { exchanges }: Pick<Traffic, 'exchanges'>,
  target: Target,
  { asRecorded = false }: { readonly asRecorded?: boolean } = {},
): LeftOut {
  const locate = locator(target);
  const sent = exchanges.flatMap((exchange): readonly Sent[] => {
    const place = locate(exchange);
    const isJudged = !('unjudged' in place) && place.to !== 'control' && exchange.method !== 'OPTIONS';
    return isJudged ? [{ exchange, place }] : [];
  });
  const credentials = asRecorded ? undefined : credentialsLeftOut(sent, target);
  const checksums = checksumsLeftOut(sent, target);
  const replies = sent.flatMap(({ exchange: { reply } }) => (reply === undefined ? [] : [reply]));
  const isTyped =
    replies.length === 0 || replies.some(({ headers }) => (headers['content-type'] ?? '') !== '');
  return {
    ...(credentials !== undefined && { credentials }),
    ...(checksums !== undefined && { checksums }),
    ...(!isTyped && { types: 'absent' }),
    ...(asRecorded && { isAsRecorded: true }),
  };
}

function credentialsLeftOut(sent: readonly Sent[], target: Target): LeftOut['credentials'] {
  const kinds = new Set(
    sent.map(({ exchange, place }) => credentialOf(exchange.headers['authorization'], place.to, target)),
  );
  if (kinds.size === 0) return undefined;
  const isOf = (...some: readonly ('missing' | 'masked')[]): boolean =>
    [...kinds].every((kind) => some.some((one) => one === kind));
  if (isOf('missing')) return 'absent';
  return isOf('missing', 'masked') ? 'masked' : undefined;
}

/** Where no checksum of a recording is right, it is unknown whether any was wrong. */
function checksumsLeftOut(sent: readonly Sent[], target: Target): LeftOut['checksums'] {
  let isAnyMasked = false;
  let isAnyTaken = false;
  let isAllMasked = true;
  for (const { exchange, place } of sent) {
    const { body } = bodyOf(exchange);
    if (place.to !== 'legacy' || !isObject(body)) continue;
    const recipe = recipeOf(body, signedTexts(place.operation, body), target.legacy?.secret ?? '');
    if (recipe === undefined) continue;
    if (recipe !== 'masked' && mayBeRight(recipe.corruption)) return undefined;
    const checksum = body['checksum'];
    if (checksum === null || (typeof checksum === 'string' && isMask(checksum))) isAnyMasked = true;
    else isAllMasked = false;
    isAnyTaken ||= isSuccess(exchange) && saysSuccess(replyBody(exchange));
  }
  if (isAnyMasked && isAllMasked) return 'masked';
  return isAnyTaken ? 'other secret' : undefined;
}

/** The body of a recorded request as a call has it. */
export function bodyOf({
  body: text,
  headers,
}: Pick<RecordedExchange, 'body' | 'headers'>): Pick<
  ApiCall,
  'body' | 'rawBody' | 'strayBytes' | 'spelling'
> {
  if (text === undefined) return {};
  const { body, unparsed } = parsedJson(text);
  if (unparsed !== undefined || text === '') return { rawBody: text };
  const spelling = spellingOf({ text, headers });
  return {
    body: body as Json,
    ...(spelling !== undefined && { spelling }),
    ...(text.includes('\u{fffd}') && { strayBytes: true as const }),
  };
}
