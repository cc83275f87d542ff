import { pictures } from '../../../harness/checkout/look-at-logo.ts';

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

/** A payment page: it loads the script, configures it, and launches the checkout by a click. */
const pageOf = (key, data, logo) => \`<!doctype html>
<title>Shop</title>
<button>Pay</button>
<form method="post" action="/paid" target="paid"><input type="hidden" name="payment_id"></form>
<iframe name="paid" hidden></iframe>
<script>
  const told = [], opened = [], { open } = window;
  let byClick = false, problem = '', configured;
  window.open = (...args) => {
    const one = open.apply(window, args);
    opened.push({ byClick, blocked: one === null });
    return one;
  };
</script>
<script src="\${checkout.script}"></script>
<script>
  const defined = \${inScript(checkout.global.split('.'))}.reduce((one, name) => one?.[name], window);
  const callback = (reply) => {
    told.push(reply);
    const id = reply?.payment_id ?? reply?.id;
    if (id === undefined) return;
    const form = document.querySelector('form');
    form.elements.payment_id.value = id;
    form.submit();
  };
  const isDefined = typeof defined?.[\${inScript(checkout.configure)}] === 'function';
  try {
    const logo = \${logo ? "{ logo_url: location.origin + '/logo.png' }" : '{}'};
    configured = defined[\${inScript(checkout.configure)}]({ key: \${inScript(key)}, ...logo, callback }) ?? defined;
  } catch (error) {
    problem = String(error);
  }
  document.querySelector('button').onclick = () => {
    byClick = true;
    try {
      configured[\${inScript(checkout.launch)}](\${inScript(data)});
    } finally {
      byClick = false;
    }
  };
</script>\`;
const logoPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const servers = [];
test.afterEach(() => servers.splice(0).forEach((one) => (one.closeAllConnections(), one.close())));

const serveShop = async (key, data, logo, paid) => {
  const server = createServer((request, response) => {
    if (request.url === '/logo.png') return response.setHeader('content-type', 'image/png').end(logoPng);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url !== '/paid') return response.end(pageOf(key, data, logo));
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => (paid.push(new URLSearchParams(body).get('payment_id')), response.end('Paid')));
  });
  servers.push(server);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return \`http://127.0.0.1:\${server.address().port}\`;
};

/** What the dialog shows of a logo. */
const pictures = \`${pictures.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\`;

const waitMs = 15_000;
const authorizePath = env.AUTHORIZE_PATH ?? '/pay/authorize';

/** Opens the payment page in a browser that asks no other host, and keeps what the checkout sends. */
const openShop = async (page, context, { key, data, logo }) => {
  const [paid, authorized, keySentTo] = [[], [], []];
  const url = await serveShop(key, data, logo, paid);
  const allowed = new Set([new URL(checkout.script).host, new URL(url).host, ...checkout.allowedHosts]);
  await context.route('**/*', async (route) => {
    const request = route.request();
    const to = new URL(request.url());
    if (to.protocol === 'data:' || to.protocol === 'blob:') return route.continue();
    if (!allowed.has(to.host)) {
      const sent = [request.url(), request.postData() ?? '', ...Object.values(request.headers())];
      if (sent.some((text) => text.includes(key))) keySentTo.push(to.host);
      return route.abort();
    }
    if (request.method() !== 'POST' || !to.pathname.endsWith(authorizePath)) return route.continue();
    // The window may close by the answer: it is read before the page has it.
    const response = await route.fetch({ maxRedirects: 0 });
    const { authorization } = request.headers();
    authorized.push({ authorization, body: parsed(request.postData()), reply: parsed(await response.text()) });
    return route.fulfill({ response }).catch(() => undefined);
  });
  await page.goto(url);

  const shop = { paid, authorized, keySentTo, told: [], toldOfWrongPin: [], wasAsked: false };
  const isTold = async () => (shop.told = await page.evaluate('told')).length > 0;
  const visible = async (selector) => {
    for (const frame of context.pages().flatMap((one) => one.frames())) {
      if (frame.url().startsWith(url)) continue;
      const found = frame.locator(selector).first();
      if (await found.isVisible().catch(() => false)) return found;
    }
    return undefined;
  };
  /** Waits for what is visible in any window or frame of the checkout, or until the callback is told. */
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
    state: () => page.evaluate('({ isDefined, problem, opened })'),
    click: () => page.getByRole('button', { name: 'Pay' }).click(),
    /** Waits until the checkout shows its first step. */
    isOpen: async (selector) => void (dialog = await waitFor(() => visible(selector))),
    take: async (selector, act = () => undefined) => {
      const found = await waitFor(() => visible(selector));
      if (found === undefined && shop.told.length === 0) throw new Error(\`the checkout shows no \${selector}\`);
      // The click that ends the checkout may close its window.
      await Promise.resolve(found && act(found)).catch((error) => {
        if (!found.page().isClosed()) throw error;
      });
    },
    asks: async (selector) => (shop.wasAsked = (await waitFor(() => visible(selector))) !== undefined),
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
    expectLogo: async () => {
      const frame = await (await dialog?.elementHandle())?.ownerFrame();
      const shown = () => frame.evaluate(\`(\${pictures})(\${JSON.stringify(url + '/logo.png')})\`);
      const right = logo ? { ofPage: { isLoaded: true, isRound: true } } : { hasPicture: true };
      await expect.poll(shown, logo ? 'the logo of the page, round' : 'the logo of the service').toMatchObject(right);
    },
    /** Reads what the callback was told of by the resource interface. */
    read: async () => {
      const id = shop.told[0]?.id;
      if (id === undefined) return undefined;
      const path = data.token === undefined ? 'payments' : 'tokens';
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
