import type { Entry, Har, Header } from 'har-format';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';

/** What the format demands and was not measured. */
const unknown = -1;

/**
 * The requests of a failing sequence and their answers as a HAR file (1.2), which browsers and proxies open and `payproof judge` judges. Keys are masked
 * as in the journal. `startedAt`: of the run, ms since the epoch.
 */
export function harOf(
  exchanges: readonly ExchangeRecord[],
  { version, startedAt }: { readonly version: string; readonly startedAt: number },
): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'payproof', version },
      entries: exchanges.map((exchange) => entryOf(exchange, startedAt)),
    },
  };
}

function entryOf(
  { at, ms, step, operation, kind, request, reply, lost }: ExchangeRecord,
  startedAt: number,
): Entry {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  const headers = headersOf(request.headers);
  return {
    startedDateTime: new Date(startedAt + at).toISOString(),
    time: ms,
    comment: [step, operation, kind, lost].filter((part) => part !== undefined && part !== '').join(' '),
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers,
      queryString: [...(url?.searchParams ?? [])].map(([name, value]) => ({ name, value })),
      headersSize: unknown,
      bodySize: Buffer.byteLength(request.body ?? ''),
      ...(request.body !== undefined && {
        postData: { mimeType: typeOf(headers) ?? '', text: request.body },
      }),
    },
    response: {
      // 0 is how the format says that there was no answer.
      status: reply?.http ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(reply?.headers ?? {}),
      content: {
        size: Buffer.byteLength(reply?.body ?? ''),
        mimeType: typeOf(headersOf(reply?.headers ?? {})) ?? '',
        ...(reply !== undefined && { text: reply.body }),
        ...(reply?.truncated && { comment: 'cut: it was longer than is kept' }),
      },
      redirectURL: '',
      headersSize: unknown,
      bodySize: unknown,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

function headersOf(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function typeOf(headers: readonly Header[]): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
}
