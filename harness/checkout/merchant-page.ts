import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CheckoutSettings } from './checkout-settings.ts';
import { type LogoForm, logos } from './look-at-logo.ts';
import { type GivenToPage, noting, paying } from './payment-script.ts';

/** What a page of ours configures the checkout with, and launches. */
export interface Purchase {
  /** The API key, or the public key of the resource interface: it stands in the page by design. */
  readonly key: string;
  readonly data: object;
  /** The form of the logo that the page gives. Default: it gives none, so that the service's own is shown. */
  readonly logo?: LogoForm | undefined;
  /** Whether the page gives a callback, which is optional. Default true. */
  readonly givesCallback?: boolean;
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
  /** Why it did not, or why the click did not launch it. */
  readonly problem?: string;
  /** Whether the page waits for nothing more of the script. */
  readonly isSettled: boolean;
  /** True: the callback was given more than any reply has, or what can't be read. */
  readonly isCut?: boolean;
  /** The windows that were opened from the page, at most some. */
  readonly opened: readonly { readonly byClick: boolean; readonly blocked: boolean }[];
}

/** A payment page of ours on loopback. */
export interface MerchantPage {
  readonly url: string;
  /** The ids that its form has brought to the merchant. */
  readonly paid: readonly string[];
  /** Where its logo is, and how often it was requested. */
  readonly logoUrl: string;
  readonly logoAsked: () => number;
  close(): Promise<void>;
}

const logoPath = (form: LogoForm): string => `/logo.${form}`;

/** A value as JSON that can stand in a script. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inHtml = (value: string): string => value.replaceAll(/[&<>"]/g, (one) => marks[one] ?? one);

/** The page: it loads the script, configures it, and launches the checkout by a click on its button. The form goes to a frame, so that the page stays. */
function pageOf(
  { scriptUrl, global: defined, configure, launch, fields }: CheckoutSettings,
  { key, data, logo, givesCallback = true, advice = [] }: Purchase,
): string {
  const given: GivenToPage = {
    global: defined.split('.'),
    configure,
    launch,
    fields,
    key,
    data,
    ...(logo !== undefined && { logo: logoPath(logo) }),
    givesCallback,
  };
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
<script>${noting}payproof.say = ${merchantNotes};</script>
<script src="${inHtml(scriptUrl)}" onload="state.isLoaded = true"></script>
<script>(${paying})(${inScript(given)}, payproof.say)</script>
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
  let logoAsked = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.test');
    if (pathname === logoPath(purchase.logo ?? 'png')) {
      logoAsked += 1;
      const { type, base64 } = logos[purchase.logo ?? 'png'];
      return response.setHeader('content-type', type).end(Buffer.from(base64, 'base64'));
    }
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
    logoUrl: `${url}${logoPath(purchase.logo ?? 'png')}`,
    logoAsked: () => logoAsked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** How the payment page of ours looks: plain, narrow enough for a phone, in the colours that its reader prefers. */
const merchantStyle = `
:root { color-scheme: light dark; --line: light-dark(#7d8896, #76828f); --accent: light-dark(#0b5cab, #7db8f5); }
body { margin: 0; background: light-dark(#f4f6f9, #12161c); color: light-dark(#1c2430, #e8ecf2); font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 32rem; margin: 0 auto; padding: 1.5rem 1.25rem 2rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.375rem; }
button { width: 100%; min-height: 2.75rem; margin: 1rem 0; border: 0; border-radius: 0.5rem; background: var(--accent);
  color: light-dark(#ffffff, #0c1117); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
[role=status] { margin: 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
[role=status] p { margin: 0; }
`;

/** Longest text of the checkout that the page shows. */
const longest = 120;

/**
 * What says on the page what it has noted, in a region that is read out: of a reply the status and the id alone. What comes from the checkout is
 * hostile, so that it is shown as text and nothing that it does goes further. An expression of the page's script, which has `told` and `state`.
 */
const merchantNotes = `(() => {
  const region = document.querySelector('[role=status]');
  const say = (...lines) => region.replaceChildren(...lines.map((line) => {
    const shown = document.createElement('p');
    shown.textContent = line;
    return shown;
  }));
  const short = (value) => (['string', 'number'].includes(typeof value) ? String(value).slice(0, ${longest}) : 'none');
  return {
    waiting: () => say('Waiting for the checkout to call the callback.'),
    failed: (error) => say('The checkout did not launch: ' + short(error?.message)),
    told() {
      try {
        if (state.isCut) throw new TypeError('it can not be read');
        const lines = told.slice(0, 5).map((reply) => 'status ' + short(reply?.status) + ', id ' + short(reply?.payment_id ?? reply?.id));
        say('The callback was called' + (told.length > 1 ? ' ' + told.length + ' times:' : ':'), ...lines);
      } catch {
        say('The callback was called with something that can not be shown.');
      }
    },
    loaded() {
      if (!state.isLoaded) say('The script of the checkout did not load.');
      else if (!state.isDefined) say('The script does not define what the settings name.');
      else if (!state.isConfigured) say('The checkout did not let itself be configured: ' + state.problem);
      else say('Ready: press Pay.');
    },
  };
})()`;
