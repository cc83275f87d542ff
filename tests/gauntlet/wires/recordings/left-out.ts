import { gzipSync } from 'node:zlib';
import { base64, changed, listed, type Entry } from './entries.ts';

/** What may be left out of all entries of a file, or of some of them. */
type LeavesOut = (entries: readonly Entry[]) => readonly unknown[];

interface Named {
  readonly name: string;
  readonly value: string;
}

const headersOf = ({ headers }: Entry['request']) => headers as readonly Named[];
const nameIs = (name: string) => (header: Named) => header.name.toLowerCase() === name;

/** Each entry with its request's headers, or body, changed. */
const requests =
  (change: (request: Entry['request']) => Readonly<Record<string, unknown>>): LeavesOut =>
  (entries) =>
    entries.map((entry) => changed(entry, { request: change(entry.request) }));

const authorization = (value: string): LeavesOut =>
  requests((request) => ({
    headers: headersOf(request).map((header) =>
      nameIs('authorization')(header) ? { ...header, value } : header,
    ),
  }));

const withText = (change: (text: string) => string): LeavesOut =>
  requests(({ postData }) => {
    const { text, ...rest } = (postData ?? {}) as { readonly text?: string };
    return text === undefined || text === '' ? {} : { postData: { ...rest, text: change(text) } };
  });

/** Every third entry in another form. */
const someOf =
  (change: (entry: Entry) => unknown): LeavesOut =>
  (entries) =>
    entries.map((entry, index) => (index % 3 === 1 ? change(entry) : entry));

const answerless = (status: number) => (entry: Entry) =>
  changed(entry, {
    response: { status, headers: [], content: { size: 0, mimeType: 'x-unknown' }, bodySize: -1 },
  });

const replaced = (status: number, mimeType: string, text: string) => (entry: Entry) =>
  changed(entry, {
    response: {
      status,
      headers: listed({ 'content-type': mimeType }),
      content: { size: text.length, mimeType, text },
    },
  });

const contentOf = ({ content }: Entry['response']) =>
  content as { readonly text?: string; readonly encoding?: string };

/** What recorders leave out, or write otherwise, in any of their files. */
export const leftOut = {
  'nothing left out': (entries) => entries,
  'no key in any request': requests((request) => ({
    headers: headersOf(request).filter((header) => !nameIs('authorization')(header)),
  })),
  'every key as ***': authorization('Bearer ***'),
  'every key as <redacted>': authorization('<redacted>'),
  'every key as REDACTED': authorization('Bearer REDACTED'),
  'every key as a variable': authorization('Bearer {{api_key}}'),
  'every key empty': authorization(''),
  'every checksum as ***': withText((text) => text.replace(/"checksum":"[^"]*"/, '"checksum":"***"')),
  'every checksum of another secret': withText((text) =>
    text.replace(/"checksum":"[^"]*"/, `"checksum":"${'0a'.repeat(32)}"`),
  ),
  'no header at all': (entries) =>
    entries.map((entry) => changed(entry, { request: { headers: [] }, response: { headers: [] } })),
  'no body of any request': requests(() => ({ postData: undefined, bodySize: -1 })),
  'no body of some requests, beside their length': someOf((entry) =>
    changed(entry, { request: { postData: undefined, bodySize: 0 } }),
  ),
  'bodies of requests as {}': requests(() => ({ postData: {}, bodySize: -1 })),
  'bodies of requests as null': requests(() => ({ postData: null, bodySize: -1 })),
  'bodies of requests in base64': requests(({ postData }) => {
    const { text } = (postData ?? {}) as { readonly text?: string };
    return text === undefined ? {} : { postData: { text: base64(text), encoding: 'base64' } };
  }),
  'bodies of requests compressed': requests(({ postData, ...request }) => {
    const { text = '' } = (postData ?? {}) as { readonly text?: string };
    if (text === '') return {};
    const coded = headersOf(request as Entry['request']).filter(
      (header) => !nameIs('content-length')(header),
    );
    return {
      headers: [...coded, { name: 'content-encoding', value: 'gzip' }],
      postData: { text: gzipSync(text).toString('base64'), encoding: 'base64' },
      bodySize: gzipSync(text).length,
    };
  }),
  'bodies of requests as parameters': requests(({ postData }) => {
    const { text = '' } = (postData ?? {}) as { readonly text?: string };
    return text === ''
      ? {}
      : { postData: { mimeType: '', params: [{ name: text, value: '' }] }, bodySize: -1 };
  }),
  'bodies of requests cut short': withText((text) => text.slice(0, text.length / 2)),
  'no body of any answer': (entries) =>
    entries.map((entry) =>
      changed(entry, { response: { content: { size: 900, mimeType: 'application/json' } } }),
    ),
  'no body of some answers': someOf((entry) =>
    changed(entry, { response: { content: { ...contentOf(entry.response), text: undefined } } }),
  ),
  'bodies of some answers cut short, of no size': someOf((entry) => {
    const { text = '', encoding } = contentOf(entry.response);
    const whole = encoding === 'base64' ? Buffer.from(text, 'base64').toString('latin1') : text;
    const half = whole.startsWith('\u{1f}') ? '{"id":"pay' : whole.slice(0, whole.length / 2);
    return changed(entry, {
      response: { headers: [], content: { mimeType: 'application/json', text: half } },
    });
  }),
  'preflights before requests': (entries) =>
    entries.flatMap((entry) => [
      changed(entry, {
        request: {
          method: 'OPTIONS',
          headers: listed({ origin: 'https://shop.example.com', 'access-control-request-method': 'POST' }),
          postData: undefined,
          bodySize: 0,
        },
        response: { status: 204, headers: [], content: { size: 0, mimeType: 'x-unknown' } },
      }),
      entry,
    ]),
  'methods in small letters': requests((request) => ({ method: String(request['method']).toLowerCase() })),
  'pseudo headers of HTTP/2': requests((request) => ({
    headers: [...listed({ ':method': 'POST', ':path': '/', ':authority': 'a' }), ...headersOf(request)],
  })),
  'some aborted, with the status 0': someOf(answerless(0)),
  'some aborted, with the status -999': someOf(answerless(-999)),
  'some turned away with 429': someOf(replaced(429, 'application/json', '{"message":"slow down"}')),
  'some answered by a gateway': someOf(replaced(502, 'text/html', '<html>bad gateway</html>')),
  'some without a response': someOf(({ response: _none, ...entry }) => entry),
  'some that are no entries': someOf(({ request: { url, postData } }) => ({ request: { url, postData } })),
  'some that are nothing': someOf(() => 'an entry'),
  'masked consumers': (entries) =>
    JSON.parse(
      JSON.stringify(entries)
        .replaceAll(/(\\"(?:phone|number)\\":\\")[^"\\]*/g, '$1<phone>')
        .replaceAll(/(\\"(?:email|address)\\":\\")[^"\\{]*/g, '$1<e-mail>')
        .replaceAll(/"(?:bodySize|size)":\d+/g, '"size":-1')
        .replaceAll(/\{"name":"[Cc]ontent-[Ll]ength","value":"\d+"\},?/g, '')
        .replaceAll(',]', ']'),
    ) as readonly unknown[],
} satisfies Readonly<Record<string, LeavesOut>>;
