import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PermittedBy, PermittedRow } from '../row.ts';
import type { Passed } from '../../support/proxy.ts';
import { headers, replies, replyTexts } from '../tampered.ts';

const silent: PermittedBy = {
  document: 'resource',
  section: 'Introduction',
  says: '`Bodies are JSON.` How HTTP carries them is not shown',
};
const anySuccess: PermittedBy = {
  document: 'resource',
  section: 'Endpoints › Common rules',
  says: '`Success returns the payment (or token) object with a 2xx status`',
};

const both = { claims: ['legacy/lifecycle', 'resource/payments'], together: 'HTTP' } as const;
const resource = { claims: ['resource/payments', 'resource/tokens'] } as const;

const pageOf = (http: number): Passed => ({
  http,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<html><head><title>${http}</title></head></html>`),
});

/** How HTTP carries requests and replies. */
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
      'www-authenticate': 'Bearer realm="shop"',
      location: '/elsewhere',
    }),
  },
  {
    ...both,
    name: 'a gateway refuses bodies without a length, and large ones, with pages of its own',
    permittedBy: silent,
    proxy: () => ({
      before(request) {
        const isChunked = request.headers['transfer-encoding'] !== undefined;
        const isLarge = request.body.length > 65_536;
        return isChunked || isLarge ? { ...request, instead: pageOf(isChunked ? 411 : 413) } : request;
      },
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
  {
    ...both,
    name: 'replies come in chunks of seven bytes, which cut characters',
    permittedBy: silent,
    together: 'in pieces',
    proxy: replies((reply) => ({ ...reply, chunkBytes: 7 })),
  },
  {
    ...both,
    name: 'replies have no Date',
    permittedBy: silent,
    together: 'in pieces',
    proxy: replies(({ headers: { date: _date, ...others }, ...reply }) => ({
      ...reply,
      headers: others,
      bare: true,
    })),
  },
  {
    ...both,
    name: '103 Early Hints come before each reply',
    permittedBy: silent,
    together: 'in pieces',
    proxy: replies((reply) => ({ ...reply, hinted: true })),
  },
  {
    ...both,
    name: 'a reply takes up to 40 ms, so that later ones overtake it',
    permittedBy: {
      document: 'legacy',
      section: 'What the service does',
      says: '`Most authorizations complete within seconds`; no operation has a time limit',
    },
    together: 'slow',
    proxy: () => {
      let n = 0;
      return {
        after: async (reply) => {
          n += 1;
          await sleep((n * 17) % 40);
          return reply;
        },
      };
    },
    finds: 'legacy-close-keeps-open',
  },
  ...[201, 202, 206, 299].map((http) => ({
    ...resource,
    name: `every success has HTTP status ${http}`,
    permittedBy: anySuccess,
    proxy: replies((reply) => (reply.http < 300 ? { ...reply, http } : reply), ['resource']),
  })),
  {
    ...both,
    name: 'both interfaces are below paths of their own, and authorize elsewhere',
    permittedBy: {
      document: 'legacy',
      section: 'Endpoints › Authorize',
      says: '`Base address: {base_url}`, which may hold a path; the path of Authorize: `not shown`',
    },
    together: 'paths',
    proxy: () => ({
      before: (request) => ({
        ...request,
        path: request.path
          .replace(/^\/shop\/v1\/(?:legacy|resource)\//, '/')
          .replace(/^\/pay\/checkout\/launch$/, '/pay/authorize'),
      }),
    }),
    settings: ({ legacy, resource: payments, ...target }) => ({
      ...target,
      ...(legacy && {
        legacy: {
          ...legacy,
          baseUrl: `${legacy.baseUrl}/shop/v1/legacy`,
          authorizePath: '/pay/checkout/launch',
        },
      }),
      ...(payments && { resource: { ...payments, baseUrl: `${payments.baseUrl}/shop/v1/resource` } }),
    }),
  },
];
