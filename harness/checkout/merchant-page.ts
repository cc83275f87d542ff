import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckoutSettings } from './checkout-settings.ts';

/** What a page of ours configures the checkout with, and launches. */
export interface Purchase {
  /** The API key, or the public key of the resource interface: it stands in the page by design. */
  readonly key: string;
  readonly data: object;
}

/** A payment page of ours on loopback. */
export interface MerchantPage {
  readonly url: string;
  close(): Promise<void>;
}

/** A value as JSON that can stand in a script. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page: it loads the script, configures it, and launches the checkout by a click on its button. */
function pageOf(
  { scriptUrl, global: defined, configure, launch }: CheckoutSettings,
  { key, data }: Purchase,
): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment page of a test</title>
<h1>Payment page of a test</h1>
<button type="button">Pay</button>
<script src="${encodeURI(scriptUrl)}"></script>
<script>
const told = [];
const defined = ${inScript(defined.split('.'))}.reduce((one, name) => one[name], globalThis);
const configured = defined[${inScript(configure)}]({ key: ${inScript(key)}, callback: (reply) => told.push(reply) });
const launching = configured ?? defined;
document.querySelector('button').addEventListener('click', () => launching[${inScript(launch)}](${inScript(data)}));
</script>
</html>`;
}

/** Serves the page of one purchase on a free port. */
export async function serveMerchantPage(
  settings: CheckoutSettings,
  purchase: Purchase,
): Promise<MerchantPage> {
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return response.end(pageOf(settings, purchase));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
