import { gzipSync } from 'node:zlib';
import { base64, changed, listed, mimeOf, plainEntry, sizeOf, spelled, type Entry } from './entries.ts';
import type { Seen } from './recorded-flow.ts';

/** A program that writes HAR files. */
interface Recorder {
  readonly creator: { readonly name: string; readonly version: string };
  /** Fields of `log` beside its entries. */
  readonly log?: Readonly<Record<string, unknown>>;
  entry(seen: Seen, index: number): Entry;
}

/** HTTP/2 as browsers list it: the first line as headers. */
const pseudo = ({ method, url }: Seen) => {
  const { host, pathname, protocol } = new URL(url);
  return listed({
    ':authority': host,
    ':method': method,
    ':path': pathname,
    ':scheme': protocol.slice(0, -1),
  });
};

/** As each program writes an entry when it is asked for all of it, from its own exports. */
export const recorders = {
  Chrome: {
    creator: { name: 'WebInspector', version: '537.36' },
    log: {
      pages: [{ startedDateTime: '2026-01-31T09:00:00.000Z', id: 'page_1', title: 'shop', pageTimings: {} }],
    },
    entry: (seen) =>
      changed(plainEntry(seen), {
        _connectionId: '1201',
        _initiator: { type: 'script', stack: { callFrames: [] } },
        _priority: 'High',
        _resourceType: 'fetch',
        pageref: 'page_1',
        serverIPAddress: '127.0.0.1',
        request: { httpVersion: 'http/2.0', headers: [...pseudo(seen), ...listed(seen.sent)] },
        response: { httpVersion: 'http/2.0', bodySize: -1, _transferSize: 512, _error: null },
      }),
  },
  Firefox: {
    creator: { name: 'Firefox', version: '138.0' },
    log: { browser: { name: 'Firefox', version: '138.0' } },
    entry: (seen) =>
      changed(plainEntry(seen), {
        startedDateTime: new Date(seen.sentAt).toISOString().replace('Z', '+00:00'),
        time: Math.round(seen.ms),
        _securityState: 'insecure',
        request: {
          headers: spelled(seen.sent),
          ...(seen.body !== undefined && { postData: { mimeType: null, params: [], text: seen.body } }),
        },
        response: { headers: spelled(seen.received) },
      }),
  },
  Playwright: {
    creator: { name: 'Playwright', version: '1.52.0' },
    log: { browser: { name: 'chromium', version: '136.0' } },
    entry: (seen) =>
      changed(plainEntry(seen), {
        _frameref: 'frame@1',
        _monotonicTime: seen.sentAt / 1000,
        request: {
          headersSize: 300,
          ...(seen.body !== undefined && { postData: { ...posted(seen), params: [] } }),
        },
        response: { headersSize: 200, _transferSize: 600 },
      }),
  },
  mitmproxy: {
    creator: { name: 'mitmproxy', version: '11.1.3' },
    entry: (seen) =>
      changed(plainEntry(seen), {
        startedDateTime: new Date(seen.sentAt).toISOString().replace('Z', '000+00:00'),
        _resourceType: null,
        request: {
          httpVersion: 'HTTP/2.0',
          ...(seen.body !== undefined && { postData: { ...posted(seen), params: [] } }),
        },
        response: { content: { ...content(seen), compression: 0 } },
      }),
  },
  Fiddler: {
    creator: { name: 'Fiddler', version: '5.0.20211' },
    log: { comment: 'exported @ 1/31/2026 9:00:00 AM' },
    entry: (seen, index) =>
      changed(plainEntry(seen), {
        startedDateTime: new Date(seen.sentAt).toISOString().replace('Z', '6100+00:00'),
        connection: `ClientPort:${50_000 + index}`,
        comment: `[#${index + 1}]`,
        request: { headers: spelled(seen.sent) },
        response: {
          headers: spelled(seen.received),
          content: { ...content(seen), text: base64(seen.answer), encoding: 'base64' },
        },
      }),
  },
  Charles: {
    creator: { name: 'Charles Proxy', version: '4.6.7' },
    entry: (seen) =>
      changed(plainEntry(seen), {
        _charlesStatus: 'COMPLETE',
        request: { headers: spelled(seen.sent), _charlesStatus: 'COMPLETE' },
        response: { headers: spelled(seen.received), content: zipped(seen) },
      }),
  },
  Insomnia: {
    creator: { name: 'Insomnia REST Client', version: 'insomnia.desktop.app:v11.0.0' },
    entry: (seen) =>
      changed(plainEntry(seen), {
        comment: 'New Request',
        timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait: seen.ms, receive: 0, ssl: -1 },
        request: { bodySize: -1, ...(seen.body === undefined && { postData: { mimeType: '', text: '' } }) },
        response: { bodySize: -1 },
      }),
  },
  Postman: {
    creator: { name: 'Postman', version: '11.44.0' },
    entry: (seen) =>
      changed(plainEntry(seen), {
        time: -1,
        timings: { send: 0.2, wait: seen.ms, receive: 0.1, ssl: -1 },
        request: {
          headers: [
            ...spelled(seen.sent),
            ...listed({ 'User-Agent': 'PostmanRuntime/7.43.4', 'Postman-Token': 'a' }),
          ],
          ...(seen.body !== undefined && { postData: { ...posted(seen), params: null } }),
        },
      }),
  },
} satisfies Readonly<Record<string, Recorder>>;

export type RecorderName = keyof typeof recorders;

const posted = ({ sent, body }: Seen) => ({ mimeType: mimeOf(sent), text: body });
const content = ({ received, answer }: Seen) => ({
  size: sizeOf(answer),
  mimeType: mimeOf(received),
  text: answer,
});

/** Charles keeps compressed bodies as they came. */
const zipped = ({ received, answer }: Seen) => ({
  size: sizeOf(answer),
  mimeType: mimeOf(received),
  text: gzipSync(answer).toString('base64'),
  encoding: 'base64',
});

/** The file that a program writes of a flow; `entries`: with what of it. */
export function harOf(
  name: RecorderName,
  seen: readonly Seen[],
  entries: (all: readonly Entry[]) => readonly unknown[] = (all) => all,
): { readonly log: Readonly<Record<string, unknown>> } {
  const { creator, entry, ...rest }: Recorder = recorders[name];
  return { log: { version: '1.2', creator, ...rest.log, entries: entries(seen.map(entry)) } };
}
