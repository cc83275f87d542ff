import type { BrowserContext, Route } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';

/** One request of the checkout that is more than a page or a file, with what was answered. */
export interface WireExchange {
  readonly method: string;
  readonly url: string;
  /** The header `authorization`. */
  readonly authorization?: string;
  readonly body: string;
  /** Absent: it was not answered. */
  readonly reply?: { readonly http: number; readonly body: string };
  /** When it was sent, ms since the epoch, and how long the answer took. */
  readonly sentAt: number;
  readonly ms: number;
}

/** More than a checkout asks; what comes beyond is not kept. */
const mostExchanges = 50;
/** More than a request or a reply has, characters. */
const longest = 64 * 1024;

/** What the pages of a context have sent, and to whom they may not. */
export interface Wire {
  readonly exchanges: readonly WireExchange[];
  /** Hosts that are not allowed, and those among them that were sent the key. */
  readonly refused: ReadonlySet<string>;
  readonly withKey: ReadonlySet<string>;
}

/** Lets the pages of a context ask the checkout's host, ours and those that are allowed, and keeps what they send. */
export async function watchWire(
  context: BrowserContext,
  { scriptUrl, allowHosts }: CheckoutSettings,
  { ours, key }: { readonly ours: string; readonly key: string },
): Promise<Wire> {
  const allowed = new Set([new URL(scriptUrl).host, new URL(ours).host, ...allowHosts]);
  const exchanges: WireExchange[] = [];
  const refused = new Set<string>();
  const withKey = new Set<string>();
  const refuse = (host: string, sent: readonly string[]): void => {
    refused.add(host);
    if (sent.some((text) => text.includes(key) || text.includes(encodeURIComponent(key)))) withKey.add(host);
  };
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { host, protocol } = new URL(request.url());
    if (protocol === 'data:' || protocol === 'blob:') return route.continue();
    if (!allowed.has(host)) {
      refuse(host, [request.url(), request.postData() ?? '', ...Object.values(request.headers())]);
      return route.abort('blockedbyclient');
    }
    const isPlain = request.method() === 'GET' || request.method() === 'OPTIONS';
    if (isPlain || request.url().startsWith(ours) || exchanges.length >= mostExchanges)
      return route.continue();
    exchanges.push(await passOn(route));
    return undefined;
  });
  await context.routeWebSocket(/./, (socket) => {
    refuse(new URL(socket.url()).host, [socket.url()]);
    return socket.close();
  });
  return { exchanges, refused, withKey };
}

/** Sends a request for its page: what was answered is known before the page goes on by it, which may close its window. */
async function passOn(route: Route): Promise<WireExchange> {
  const request = route.request();
  const { authorization } = request.headers();
  const sentAt = Date.now();
  const sent = {
    method: request.method(),
    url: request.url(),
    ...(authorization !== undefined && { authorization }),
    body: (request.postData() ?? '').slice(0, longest),
    sentAt,
  };
  try {
    const response = await route.fetch({ maxRedirects: 0 });
    const ms = Date.now() - sentAt;
    const body = await response.text();
    // Kept by the caller once it resolves, and the page goes on only then.
    setImmediate(() => void route.fulfill({ response }).catch(() => undefined));
    return { ...sent, ms, reply: { http: response.status(), body: body.slice(0, longest) } };
  } catch {
    // The network failed, or the window was closed meanwhile: the page sees the same.
    setImmediate(() => void route.abort().catch(() => undefined));
    return { ...sent, ms: Date.now() - sentAt };
  }
}
