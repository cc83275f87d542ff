import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { RunningReference } from '../../../reference/server.ts';

/** A checkout written apart from the reference's, with the service behind it. */
export interface SecondCheckout {
  /** Base address of both interfaces, and of the control interface below `/control`. */
  readonly url: string;
  readonly scriptUrl: string;
  close(): Promise<void>;
}

/** How it is driven: what stands in the `checkout` of a target. */
export const secondCheckoutSettings = {
  global: 'acme.pay',
  configure: 'setup',
  launch: 'open',
  consumer: [
    { click: '[name=terms]' },
    { 'wait for': '[name=mail]' },
    { fill: '[name=mail]', with: '${email}' },
    { fill: '[name=cell]', with: '${phone}' },
    { click: '[data-do=go]' },
  ],
  pin: [{ fill: '[name=code]', with: '${pin}' }, { click: '[data-do=check]' }],
};

const types = { js: 'text/javascript', html: 'text/html', svg: 'image/svg+xml' };
const pagePath = /^\/widget\/(\w+\.(js|html|svg))$/;

/** Starts it before a reference: what is not its own is passed on. */
export async function startSecondCheckout({ url: service }: RunningReference): Promise<SecondCheckout> {
  const server = createServer((request, response) => {
    void answer(service, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    scriptUrl: `${url}/widget/embed.js`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url: path = '/', method = 'GET' } = request;
  const [, name, ending] = pagePath.exec(path) ?? [];
  if (name !== undefined) {
    response.setHeader('content-type', `${types[ending as keyof typeof types]}; charset=utf-8`);
    response.end(await readFile(join(import.meta.dirname, 'page', name)));
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const onward = path === '/widget/make' ? made(body) : { path, body };
  const { authorization, 'content-type': type, 'service-version': version } = request.headers;
  const given = { authorization, 'content-type': type, 'service-version': version };
  const headers = Object.entries(given).filter((one): one is [string, string] => typeof one[1] === 'string');
  const reply = await fetch(service + onward.path, {
    method,
    headers,
    ...(onward.body !== '' && { body: onward.body }),
  });
  const text = await reply.text();
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' });
  response.end(text);
}

/** What the frame asks for, as the service makes it. */
function made(text: string): { readonly path: string; readonly body: string } {
  const { wish, mail, cell, code } = JSON.parse(text) as Readonly<Record<'mail' | 'cell', string>> & {
    readonly wish: { readonly payment?: object; readonly token?: object };
    readonly code?: string;
  };
  const consumer = { email: mail, phone: cell };
  return {
    path: wish.payment === undefined ? '/checkout/tokens' : '/checkout/payments',
    body: JSON.stringify({ ...wish, consumer, ...(code !== undefined && { auth_code: code }) }),
  };
}
