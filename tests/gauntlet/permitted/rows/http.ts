import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PermittedBy, PermittedRow } from '../row.ts';
import { headers, replies, replyTexts } from '../tampered.ts';

const silent: PermittedBy = {
  document: 'resource',
  section: 'Introduction',
  says: 'bodies are JSON; how HTTP carries them is not shown',
};

const both = { claims: ['legacy/lifecycle', 'resource/payments'], together: 'HTTP' } as const;

/** How HTTP carries the replies. */
export const httpRows: readonly PermittedRow[] = [
  {
    ...both,
    name: 'a connection is closed after each reply',
    permittedBy: silent,
    proxy: headers({ connection: 'close' }),
    short: true,
  },
  {
    ...both,
    name: 'replies have headers of their own',
    permittedBy: silent,
    proxy: headers({
      'x-request-id': 'b2f1c6',
      'set-cookie': ['session=1; HttpOnly', 'lang=ja'],
      'strict-transport-security': 'max-age=31536000',
      'cache-control': 'no-store',
      etag: '"33a64df5"',
      vary: 'Accept-Encoding',
    }),
  },
  ...(
    [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const
  ).map(([coding, compress]) => ({
    ...both,
    name: `replies are compressed (${coding})`,
    together: coding,
    permittedBy: silent,
    proxy: replies((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-encoding': coding },
      body: compress(reply.body),
    })),
  })),
  {
    ...both,
    name: 'the content type has a charset parameter and capitals',
    permittedBy: {
      document: 'legacy',
      section: 'Introduction',
      says: '`Content-Type: application/json`; HTTP lets a media type have parameters and any letter case',
    },
    proxy: replies((reply) =>
      reply.headers['content-type'] === 'application/json'
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'Application/JSON;Charset="UTF-8"' } }
        : reply,
    ),
    finds: 'legacy-close-keeps-open',
  },
  {
    ...both,
    name: 'replies are indented, and end with a line break',
    permittedBy: silent,
    proxy: replyTexts((text) => {
      try {
        return `${JSON.stringify(JSON.parse(text), undefined, 4)}\r\n`;
      } catch {
        return text;
      }
    }),
  },
];
