import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { RunningReference } from '../../../reference/server.ts';

/** What a payment page configures and launches. */
export interface Purchase {
  readonly key: string;
  readonly logo_url?: string;
  readonly data: object;
}

/** A shop on another origin than the service: a page with the checkout script and a button. */
export interface Shop {
  readonly url: string;
  /** Its page of a purchase, which is launched by a click on the button, or where it is to be at once, also as the page loads. */
  pageOf(purchase: Purchase, launched?: 'at once'): string;
  close(): Promise<void>;
}

/** A gif of one dot, which any browser shows. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Opens a shop on a free port. `/logo.gif` is its logo, and the path of each purchase its page. */
export async function openShop({ checkoutUrl }: RunningReference): Promise<Shop> {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://shop.test');
    if (asked.pathname === '/logo.gif') return response.setHeader('content-type', 'image/gif').end(gif);
    if (asked.pathname !== '/') return response.writeHead(404).end();
    const { data, ...config } = JSON.parse(asked.searchParams.get('purchase') ?? '{}') as Purchase;
    return response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html>
<html lang="en"><title>Shop</title><script src="${checkoutUrl}"></script><button>Pay</button><script>
const told = [];
const configured = PayCheckout.configure({ ...${JSON.stringify(config)}, callback: (reply) => told.push(reply) });
const launch = () => configured.launch(${JSON.stringify(data)});
document.querySelector('button').addEventListener('click', launch);
${asked.searchParams.has('at-once') ? 'launch();' : ''}
</script></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pageOf: (purchase, launched) =>
      `${url}/?purchase=${encodeURIComponent(JSON.stringify(purchase))}${launched === undefined ? '' : '&at-once'}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A consumer's visit: the shop's page, and the dialog that the click on its button has opened. */
export interface Visit {
  readonly shop: Page;
  readonly dialog: Page;
  /** What the callback was told so far. */
  told(): Promise<readonly Record<string, unknown>[]>;
  /** Waits until the dialog is closed, gives what the callback was told, and closes the page. */
  ended(): Promise<readonly Record<string, unknown>[]>;
}

/** Goes to the shop's page of a purchase, and clicks on its button. */
export async function visit(
  browser: Browser,
  { pageOf }: Shop,
  purchase: Purchase,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  const shop = await context.newPage();
  await shop.goto(pageOf(purchase));
  const opened = context.waitForEvent('page');
  await shop.locator('button').click();
  const dialog = await opened;
  await dialog.locator('#email').waitFor();
  const told = () => shop.evaluate<readonly Record<string, unknown>[]>('told');
  return {
    shop,
    dialog,
    told,
    async ended() {
      if (!dialog.isClosed()) await dialog.waitForEvent('close');
      const all = await told();
      await context.close();
      return all;
    },
  };
}
