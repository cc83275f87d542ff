import type { BrowserContext, Route } from 'playwright-core';
import type { CheckoutSettings } from './checkout-settings.ts';
import { steadyNow } from '../time.ts';

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

/** What the pages of a context have sent, and the hosts to which they may not send. */
export interface Wire {
  readonly exchanges: readonly WireExchange[];
  /** Hosts that are not allowed. */
  readonly refused: ReadonlySet<string>;
  /** How many requests were sent so far, whatever they are, beside those to the payment page. */
  readonly sent: () => number;
}

/** Lets the pages of a context ask the checkout's host, ours and those that are allowed, and keeps what they send. */
export async function watchWire(
  context: BrowserContext,
  { scriptUrl, allowHosts }: Pick<CheckoutSettings, 'scriptUrl' | 'allowHosts'>,
  ours: string,
): Promise<Wire> {
  const allowed = new Set([new URL(scriptUrl).host, new URL(ours).host, ...allowHosts]);
  const exchanges: WireExchange[] = [];
  const refused = new Set<string>();
  let sent = 0;
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { host, protocol } = new URL(request.url());
    if (protocol === 'data:' || protocol === 'blob:') return route.continue();
    if (request.url().startsWith(ours)) return route.continue();
    sent += 1;
    if (!allowed.has(host)) {
      refused.add(host);
      return route.abort('blockedbyclient');
    }
    const isPlain = request.method() === 'GET' || request.method() === 'OPTIONS';
    if (isPlain || exchanges.length >= mostExchanges) return route.continue();
    exchanges.push(await passOn(route));
    return undefined;
  });
  await context.routeWebSocket(/./, (socket) => {
    const { host } = new URL(socket.url());
    sent += 1;
    if (allowed.has(host)) return socket.connectToServer();
    refused.add(host);
    return socket.close();
  });
  return { exchanges, refused, sent: () => sent };
}

/** Sends a request for its page: what was answered is known before the page goes on by it, which may close its window. */
async function passOn(route: Route): Promise<WireExchange> {
  const request = route.request();
  const { authorization } = request.headers();
  const sentAt = steadyNow();
  const sent = {
    method: request.method(),
    url: request.url(),
    ...(authorization !== undefined && { authorization }),
    body: (request.postData() ?? '').slice(0, longest),
    sentAt,
  };
  try {
    const response = await route.fetch({ maxRedirects: 0 });
    const ms = steadyNow() - sentAt;
    const body = await response.text();
    // Kept by the caller once it resolves, and the page goes on only then.
    setImmediate(() => void route.fulfill({ response }).catch(() => undefined));
    return { ...sent, ms, reply: { http: response.status(), body: body.slice(0, longest) } };
  } catch {
    // The network failed, or the window was closed meanwhile: the page sees the same.
    setImmediate(() => void route.abort().catch(() => undefined));
    return { ...sent, ms: steadyNow() - sentAt };
  }
}
