import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CheckoutSettings } from './checkout-settings.ts';
import { logoPng } from './logo.ts';
import { merchantNotes, merchantStyle } from './merchant-look.ts';

/** What a page of ours configures the checkout with, and launches. */
export interface Purchase {
  /** The API key, or the public key of the resource interface: it stands in the page by design. */
  readonly key: string;
  readonly data: object;
  /** True: the page gives its logo. Default: none, so that the service's own is shown. */
  readonly logo?: boolean;
  /** Lines for a person who goes through the checkout. Default: none. */
  readonly advice?: readonly string[];
}

/** What the page notes of itself. */
export interface PageState {
  /** Whether the script came. */
  readonly isLoaded: boolean;
  /** The names that the script has added to the page, at most some. */
  readonly added: readonly string[];
  /** Whether what the settings name is there, and whether it let itself be configured. */
  readonly isDefined: boolean;
  readonly isConfigured: boolean;
  /** Why it did not. */
  readonly problem?: string;
  /** The windows that were opened from the page. */
  readonly opened: readonly { readonly byClick: boolean; readonly blocked: boolean }[];
}

/** A payment page of ours on loopback. */
export interface MerchantPage {
  readonly url: string;
  /** The ids that its form has brought to the merchant. */
  readonly paid: readonly string[];
  /** Where its logo is. */
  readonly logoUrl: string;
  close(): Promise<void>;
}

/** A value as JSON that can stand in a script. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Longest text that the page notes. */
const longest = 200;

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inHtml = (value: string): string => value.replaceAll(/[&<>"]/g, (one) => marks[one] ?? one);

/** The page: it loads the script, configures it, and launches the checkout by a click on its button. The form goes to a frame, so that the page stays. Its names stand in blocks, since the script may define the same. */
function pageOf(
  { scriptUrl, global: defined, configure, launch }: CheckoutSettings,
  { key, data, logo = false, advice = [] }: Purchase,
): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment page of a test</title>
<style>${merchantStyle}</style>
<main>
<h1>Payment page of a test</h1>
${advice.map((line) => `<p>${inHtml(line)}</p>`).join('\n')}
<button type="button" data-payproof>Pay</button>
<div role="status"><p>Loading the script of the checkout.</p></div>
</main>
<form method="post" action="/paid" target="merchant"><input type="hidden" name="payment_id"></form>
<iframe name="merchant" title="Merchant" hidden></iframe>
<script>
const told = [];
const state = { isLoaded: false, added: [], isDefined: false, isConfigured: false, opened: [] };
const payproof = { before: new Set(Object.getOwnPropertyNames(globalThis)), byClick: false, say: ${merchantNotes} };
{
  const { open } = window;
  window.open = (...args) => {
    const opened = open.apply(window, args);
    state.opened.push({ byClick: payproof.byClick, blocked: opened === null });
    return opened;
  };
}
</script>
<script src="${inHtml(scriptUrl)}" onload="state.isLoaded = true"></script>
<script>
{
  state.added = Object.getOwnPropertyNames(globalThis).filter((name) => !payproof.before.has(name)).slice(0, 20);
  const defined = ${inScript(defined.split('.'))}.reduce((one, name) => one?.[name], globalThis);
  state.isDefined = typeof defined?.[${inScript(configure)}] === 'function';
  const callback = (reply) => {
    told.push(reply);
    payproof.say.told();
    const id = reply?.payment_id ?? reply?.id;
    if (id === undefined) return;
    const form = document.querySelector('form');
    form.elements.payment_id.value = id;
    form.submit();
  };
  let configured;
  if (state.isDefined) try {
    const logo = ${logo ? "{ logo_url: location.origin + '/logo.png' }" : '{}'};
    configured = defined[${inScript(configure)}]({ key: ${inScript(key)}, ...logo, callback }) ?? defined;
    state.isConfigured = true;
  } catch (error) {
    state.problem = String(error).slice(0, ${longest});
  }
  payproof.say.loaded();
  document.querySelector('[data-payproof]').addEventListener('click', () => {
    payproof.byClick = true;
    if (told.length === 0) payproof.say.waiting();
    try {
      configured[${inScript(launch)}](${inScript(data)});
    } catch (error) {
      payproof.say.failed(error);
      throw error;
    } finally {
      payproof.byClick = false;
    }
  });
}
</script>
</html>`;
}

/** More ids of a page than any merchant waits for. */
const mostPaid = 20;

/** Serves the page of one purchase on a free port. */
export async function serveMerchantPage(
  settings: CheckoutSettings,
  purchase: Purchase,
): Promise<MerchantPage> {
  const paid: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    if (request.url === '/logo.png') return response.setHeader('content-type', 'image/png').end(logoPng);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/') return response.end(pageOf(settings, purchase));
    if (request.url !== '/paid' || request.method !== 'POST') return response.writeHead(404).end();
    const body = await text(request);
    if (paid.length < mostPaid) paid.push(new URLSearchParams(body).get('payment_id') ?? '');
    return response.end('<title>Paid</title>');
  };
  // A request that breaks off is the browser's, which was closed.
  const server = createServer(
    (request, response) => void take(request, response).catch(() => response.destroy()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    paid,
    logoUrl: `${url}/logo.png`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
