import { logos, frameOfLogo } from '../../../harness/checkout/look-at-logo.ts';
import { noting, paying } from '../../../harness/checkout/payment-script.ts';

/** A text as it stands in a template of the file. */
const inTemplate = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');

/** What a stand-alone test file needs to go through a checkout: a payment page of its own, and what its browser sends. JavaScript as text. */
export const playwrightRuntime = `
const { env } = process;
const needed = (name, why = 'it is a key of the target') => {
  if (!env[name]) throw new Error(\`set \${name}: \${why}\`);
  return env[name];
};
test.setTimeout(60_000);
test.use({
  serviceWorkers: 'block',
  launchOptions: {
    ...(env.CHROMIUM && { executablePath: env.CHROMIUM }),
    // A browser of a consumer blocks what no click has opened.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
  },
});

const signed = (body, of, encoding) => {
  const secret = needed('PAY_SECRET', "the merchant's secret key for checksums");
  return { ...body, checksum: createHash('sha256').update(secret + of).digest(encoding) };
};
const inScript = (value) => JSON.stringify(value).replaceAll('<', '\\\\u003c');
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the payment page runs before the script of the checkout, and after it. */
const noting = \`${inTemplate(noting)}\`;
const paying = \`${inTemplate(paying)}\`;

/** A payment page: it loads the script, configures it, and launches the checkout by a click. */
const pageOf = (given) => \`<!doctype html>
<title>Shop</title>
<button>Pay</button>
<form method="post" action="/paid" target="paid"><input type="hidden" name="payment_id"></form>
<iframe name="paid" hidden></iframe>
<script>\${noting}payproof.say = new Proxy({}, { get: () => () => undefined });</script>
<script src="\${checkout.script}" onload="state.isLoaded = true"></script>
<script>(\${paying})(\${inScript(given)}, payproof.say)</script>\`;
const logos = ${JSON.stringify(logos)};

const servers = [];
test.afterEach(() => servers.splice(0).forEach((one) => (one.closeAllConnections(), one.close())));

const serveShop = async (given, asked) => {
  const server = createServer((request, response) => {
    if (request.url === given.logo) {
      asked.push(request.url);
      const { type, base64 } = logos[given.logo.split('.').at(-1)];
      return response.setHeader('content-type', type).end(Buffer.from(base64, 'base64'));
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/paid' ? 'Paid' : pageOf(given));
  });
  servers.push(server);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return \`http://127.0.0.1:\${server.address().port}\`;
};

/** In what the dialog shows the logo of the page. */
const frameOfLogo = \`${inTemplate(frameOfLogo)}\`;

const waitMs = 15_000;
const authorizePath = env.AUTHORIZE_PATH ?? '/pay/authorize';

/** Opens the payment page in a browser that asks no other host, and keeps what the checkout sends. */
const openShop = async (page, context, { key, data, logo, givesCallback = true }) => {
  const [authorized, logoAsked] = [[], []];
  const { configure, launch, fields } = checkout;
  const global = checkout.global.split('.');
  const given = { global, configure, launch, fields, key, data, givesCallback, ...(logo && { logo: \`/logo.\${logo}\` }) };
  const url = await serveShop(given, logoAsked);
  const allowed = new Set([new URL(checkout.script).host, new URL(url).host, ...checkout.allowedHosts]);
  await context.route('**/*', async (route) => {
    const request = route.request();
    const to = new URL(request.url());
    if (to.protocol === 'data:' || to.protocol === 'blob:') return route.continue();
    if (!allowed.has(to.host)) return route.abort();
    if (request.method() !== 'POST' || !to.pathname.endsWith(authorizePath)) return route.continue();
    // The window may close by the answer: it is read before the page has it.
    const response = await route.fetch({ maxRedirects: 0 });
    const { authorization } = request.headers();
    authorized.push({ authorization, body: parsed(request.postData()), reply: parsed(await response.text()) });
    return route.fulfill({ response }).catch(() => undefined);
  });
  await page.goto(url);
  await expect.poll(() => page.evaluate('state.isSettled'), { timeout: 10_000 }).toBe(true);

  const shop = { authorized, logoAsked, told: [], toldOfWrongPin: [], typedPins: [] };
  // A call that reports a question for the PIN is not the end: the consumer is still to answer it.
  const isTold = async () =>
    (shop.told = await page.evaluate('told')).some((one) => one?.status !== 'authenticate_consumer');
  const visible = async (selector) => {
    for (const frame of context.pages().flatMap((one) => one.frames())) {
      if (frame.url().startsWith(url)) continue;
      const found = frame.locator(selector).first();
      if (await found.isVisible().catch(() => false)) return found;
    }
    return undefined;
  };
  /** Waits for what is visible in any window or frame of the checkout, or until the callback is called. */
  const waitFor = async (look, until = Date.now() + waitMs) => {
    for (; Date.now() < until; await sleep(50)) {
      const found = await look();
      if (found !== undefined) return found;
      if (await isTold()) return undefined;
    }
    return undefined;
  };
  let dialog;
  return Object.assign(shop, {
    state: () => page.evaluate('state'),
    click: () => page.getByRole('button', { name: 'Pay' }).click(),
    /** Waits until the checkout shows its first step. */
    isOpen: async (selector) => void (dialog = await waitFor(() => visible(selector))),
    isShown: () => dialog !== undefined || shop.told.length > 0,
    take: async (selector, act = () => undefined) => {
      const found = await waitFor(() => visible(selector));
      if (found === undefined && shop.told.length === 0) throw new Error(\`the checkout shows no \${selector}\`);
      // The click that ends the checkout may close its window.
      await Promise.resolve(found && act(found)).catch((error) => {
        if (!found.page().isClosed()) throw error;
      });
    },
    asks: async (selector) => (await waitFor(() => visible(selector))) !== undefined,
    asksAgain: async (selector) => {
      // What is on the screen is from before, until the answer is there.
      await sleep(1000);
      const found = await waitFor(() => visible(selector));
      shop.toldOfWrongPin = found === undefined ? shop.told : [];
      return found !== undefined;
    },
    /** Waits for the callback, and for a call that comes after it. */
    end: async () => {
      await waitFor(async () => undefined);
      await sleep(1000);
      await isTold();
    },
    /** How a logo is shown that something refers to. */
    frameOfLogo: async () => {
      const frame = await (await dialog?.elementHandle())?.ownerFrame();
      const look = () => frame?.evaluate(\`(\${frameOfLogo})(\${JSON.stringify(url + given.logo)})\`);
      for (const until = Date.now() + 2000; Date.now() < until; await sleep(100)) if (await look()) break;
      return look();
    },
    /** Reads what the callback has reported by the resource interface. */
    read: async () => {
      const [path, prefix] = data.token === undefined ? ['payments', 'pay_'] : ['tokens', 'tok_'];
      const told = shop.told.flatMap((one) => [one?.id, one?.payment_id, one?.token_id]);
      const id = told.findLast((one) => typeof one === 'string' && one.startsWith(prefix));
      if (id === undefined) return undefined;
      const headers = {
        authorization: \`Bearer \${needed('PAY_SECRET_KEY')}\`,
        [env.VERSION_HEADER ?? 'Service-Version']: env.SERVICE_VERSION ?? '2018-04-10',
      };
      const response = await fetch(\`\${env.RESOURCE_URL ?? needed('TARGET_URL', "the target's address")}/\${path}/\${encodeURIComponent(id)}\`, { headers });
      return { http: response.status, body: parsed(await response.text()) ?? {} };
    },
  });
};

/** The PIN that was sent to a phone. */
const pinOf = async (phone) => {
  if (env.TEST_PIN) return env.TEST_PIN;
  const control = needed('CONTROL_URL', "the address of the target's control interface, or TEST_PIN, the PIN that is sent");
  const headers = { authorization: \`Bearer \${env.PAY_CONTROL_KEY ?? ''}\` };
  const response = await fetch(\`\${control}/pins?phone=\${encodeURIComponent(phone)}\`, { headers });
  return (await response.json()).pin;
};
`;
