import type { Seen } from './recorded-flow.ts';

type Fields = Readonly<Record<string, unknown>>;
export type Entry = Fields & { readonly request: Fields; readonly response: Fields };

/** Headers as HAR lists them. */
export const listed = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Names as HTTP/1.1 clients spell them: `Content-Type`. */
export const spelled = (headers: Readonly<Record<string, string>>) =>
  listed(headers).map(({ name, value }) => ({
    name: name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    value,
  }));

export const mimeOf = (headers: Readonly<Record<string, string>>): string => headers['content-type'] ?? '';
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
export const sizeOf = (text = ''): number => Buffer.byteLength(text);

/** What every HAR entry has (HAR 1.2). */
export function plainEntry({ sentAt, ms, method, url, sent, body, status, received, answer }: Seen): Entry {
  return {
    startedDateTime: new Date(sentAt).toISOString(),
    time: ms,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listed(sent),
      queryString: [],
      headersSize: -1,
      bodySize: sizeOf(body),
      ...(body !== undefined && { postData: { mimeType: mimeOf(sent), text: body } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listed(received),
      content: { size: sizeOf(answer), mimeType: mimeOf(received), text: answer },
      redirectURL: '',
      headersSize: -1,
      bodySize: sizeOf(answer),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

/** The entry with some of its request's, its response's, or its own fields in another form. */
export function changed(
  entry: Entry,
  { request = {}, response = {}, ...own }: { readonly request?: Fields; readonly response?: Fields } & Fields,
): Entry {
  return {
    ...entry,
    ...own,
    request: { ...entry.request, ...request },
    response: { ...entry.response, ...response },
  };
}
