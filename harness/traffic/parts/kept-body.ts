import { decoded } from '../../wire/content-coding.ts';
import { parsedJson } from '../../wire/message.ts';
import { LARGEST_REPLY_BYTES } from '../../wire/exchange.ts';
import { withoutEnd } from '../../../spec/forms.ts';

/** What a recorder has written of a body. */
export interface WrittenBody {
  readonly text?: string | null | undefined;
  readonly isBase64?: boolean;
  /** How many bytes the body had, as the recorder says; absent or negative: it does not say. */
  readonly bytes?: number | null | undefined;
  /** Of its message, by names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The fields of a form, where the recorder has taken the text apart. */
  readonly params?: readonly FormField[] | null | undefined;
  /** True: an empty text says that there was none, whatever else stands there. */
  readonly saysEmpty?: true;
  /** Of a request. Absent: it is a reply's. */
  readonly method?: string;
}

/** A field of a form. */
export interface FormField {
  readonly name: string;
  readonly value?: string | null | undefined;
  readonly fileName?: string | null | undefined;
}

/** Methods whose requests have a body only where their headers say so (RFC 9110, 9.3). */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** The whole text of a body, '' where there was none; undefined: it was not kept, or not wholly. */
export function keptText(body: WrittenBody): string | undefined {
  const { text, params } = body;
  if (typeof text === 'string' && text !== '') return wholeText(text, body);
  if (params !== undefined && params !== null && params.length > 0)
    return isForm(body.headers) ? formText(params) : undefined;
  return isNone(body) ? '' : undefined;
}

/** Whether what was not written was not there. */
function isNone({ text, bytes, headers, saysEmpty, method }: WrittenBody): boolean {
  const declared = declaredBytes(headers);
  if (declared !== undefined) return declared === 0;
  if (headers['transfer-encoding'] !== undefined) return false;
  if (method !== undefined && bodiless.has(method)) return true;
  return bytes === 0 || (text === '' && saysEmpty === true);
}

function wholeText(text: string, body: WrittenBody): string | undefined {
  const { headers, isBase64 = false } = body;
  const plain = isBase64 ? ofBase64(text, headers) : ofText(text, headers);
  if (plain === undefined) return undefined;
  // A recorder that masks values, or writes them in another form, leaves the lengths as they were: JSON that ends was not cut.
  const value = parsedJson(plain).body;
  if (typeof value === 'object' && value !== null) return plain;
  const isCoded = (headers['content-encoding'] ?? '') !== '';
  // The lengths that are sent with a coded body are those of its coded bytes; of an answer, recorders give that of its text.
  const written = isCoded && body.method !== undefined ? -1 : (body.bytes ?? -1);
  const sizes = [written, isCoded ? -1 : (declaredBytes(headers) ?? -1)].filter((size) => size > 0);
  const bytes = Buffer.byteLength(plain);
  if (sizes.some((size) => size > bytes)) return undefined;
  return sizes.length === 0 && isCutShort(plain) ? undefined : plain;
}

/** The first bytes of gzip (RFC 1952, 2.3.1). */
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function ofBase64(text: string, headers: WrittenBody['headers']): string | undefined {
  const packed = text.replaceAll(/\s/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(packed) || withoutEnd(packed, '=').length % 4 === 1) return undefined;
  return ofBytes(Buffer.from(packed, 'base64'), headers);
}

/** Whether a text holds what texts don't: control characters, or what stands for bytes that are no text. */
const isOddText = (text: string): boolean => /[^\P{Cc}\t\n\r]|\ufffd/u.test(text);

/** A text that holds what no text does was compressed: each of its characters may be a byte. */
function ofText(text: string, headers: WrittenBody['headers']): string | undefined {
  if (!isOddText(text) || parsedJson(text).unparsed === undefined) return text;
  const bytes = Buffer.from(text, 'latin1');
  const isOfBytes = !/[^\0-\xff]/.test(text);
  if (!isOfBytes || !(isGzip(bytes) || headers['content-encoding'] !== undefined))
    return text.includes('\u{fffd}') ? undefined : text;
  return ofBytes(bytes, headers);
}

/** The text of bytes, their codings undone; most recorders have undone them already. */
function ofBytes(bytes: Buffer, headers: WrittenBody['headers']): string | undefined {
  const named = headers['content-encoding'];
  const coding = named === undefined && isGzip(bytes) ? 'gzip' : named;
  const body = decoded(bytes, coding, LARGEST_REPLY_BYTES);
  if ('bytes' in body) return body.bytes.toString();
  const text = bytes.toString();
  return body.why === 'coding' && !text.includes('\u{fffd}') ? text : undefined;
}

/** Whether a body is a form by its type: of another type, recorders list as parameters what they have not understood. */
const isForm = (headers: WrittenBody['headers']): boolean =>
  /^(?:application\/x-www-form-urlencoded\b|$)/i.test((headers['content-type'] ?? '').trim());

/** A form as it was sent (URL Standard, application/x-www-form-urlencoded); one with files can't be restored. */
function formText(fields: readonly FormField[]): string | undefined {
  const form = new URLSearchParams();
  for (const { name, value, fileName } of fields) {
    if (value === undefined || value === null || (fileName ?? '') !== '') return undefined;
    form.append(name, value);
  }
  return form.toString();
}

function declaredBytes(headers: WrittenBody['headers']): number | undefined {
  const value = headers['content-length'];
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** What recorders write where they end a text before its end. */
const ends = /(?:…|\.{3}|[[(<](?:truncated|cut|snip)[^[(\])<>]{0,80}[\])>])$/i;

/** Whether a text ends before its end: with a mark of that, or as JSON in which something is still open. */
function isCutShort(text: string): boolean {
  if (parsedJson(text).unparsed === undefined) return false;
  return ends.test(text.trimEnd()) || isOpenJson(text);
}

/** Whether a text that begins as an object or a list has no end. One pass, since the text may be long. */
function isOpenJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return false;
    }
  }
  return true;
}
