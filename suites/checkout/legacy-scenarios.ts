import { toHttp } from '../../harness/wire/request.ts';
import { at } from '../../models/checks.ts';
import { judgeLaunch, type Launch } from '../../models/legacy/checkout.ts';
import { plainAuthorize, plainCall } from '../webhooks/plain-calls.ts';
import { launchFor, type Launching, parsed, walkOf, whyUnseen } from './launch.ts';
import { canGivePin, type CheckoutOf, type Scenario, type Walked } from './scenario.ts';

/** The checkout app of the legacy interface: as a consumer who is approved, as one who is refused, and as one who is asked for a PIN and types a wrong one first (legacy, Checkout app). */
export const legacyCheckout: CheckoutOf = {
  interface: 'legacy',
  procedure: 'legacy-checkout',
  scenarios: [scenario('approve'), scenario('reject'), scenario('pin')],
};

function scenario(consumer: Launch['consumer']): Scenario {
  return {
    name: consumer,
    // Authorize for a PIN, with a wrong one and with the right one, reading it twice, and Status.
    requests: 6,
    isOffered: (setup) => (consumer === 'pin' ? canGivePin(setup) : setup.personas[consumer] !== undefined),
    walk: (launching) => walk(launching, consumer),
  };
}

async function walk(launching: Launching, consumer: Launch['consumer']): Promise<Walked> {
  const { session, driver } = launching;
  const { target } = session.plan;
  const { legacy, checkout: settings } = target;
  const setup = session.setup(false);
  const persona = setup.personas[consumer];
  if (legacy === undefined || settings === undefined || persona === undefined)
    throw new Error('the target has no such checkout');
  const asked = plainAuthorize(setup, persona, `checkout-${consumer}-${driver.nonce}`);
  const { origin, path, body } = toHttp(asked, target);
  const authorizeUrl = `${origin}${path}`;
  const step = `launch-${consumer}`;
  const givesLogo = consumer === 'approve';
  const shown = await launchFor(launching, {
    step,
    persona,
    purchase: { key: legacy.apiKey, data: JSON.parse(String(body)) as object, logo: givesLogo },
    authorizeUrl,
  });
  const authorized = shown.wire.filter(({ url }) => url === authorizeUrl);
  const id = at(shown.told[0], ['payment_id']);
  const call = typeof id === 'string' && id !== '' ? plainCall('status', id) : undefined;
  const seen =
    call && (await driver.send(call, { id: `${step}-status`, operation: 'status', kind: 'plain', uses: {} }));
  const { page, isOpened, stuck, keySentTo, paid, logo, told, pin } = shown;
  const verdict = judgeLaunch({
    consumer,
    key: legacy.apiKey,
    told,
    authorized: authorized.map(({ authorization, body: text, reply }) => ({
      authorization,
      body: parsed(text),
      reply: parsed(reply?.body ?? ''),
    })),
    isSilent: shown.wire.length === 0,
    page,
    isOpened,
    ...(stuck !== undefined && { stuck }),
    keySentTo,
    paid,
    givesLogo,
    reachesLogo: isNear(settings.scriptUrl),
    ...(logo !== undefined && { logo }),
    ...(seen !== undefined && 'reply' in seen && { status: { status: at(seen.reply.body, ['status']) } }),
    ...(pin !== undefined && { pin }),
    ...(shown.wrongPin !== undefined && { triedWrong: true }),
  });
  const unseen = whyUnseen(shown, settings) ?? (authorized.length === 0 ? noAuthorize : undefined);
  return {
    ...verdict,
    ...(unseen !== undefined && { unseen }),
    isShut: !isOpened && stuck !== undefined,
    walk: walkOf(shown, persona, {
      byPin: consumer === 'pin',
      givesLogo,
      data: asked.body ?? {},
      ...(asked.checksum && { checksum: asked.checksum }),
    }),
  };
}

const noAuthorize = 'the browser does not show a request to Authorize: what it was answered is not known';

/** Whether a service is on this machine, so that it reaches our page. */
function isNear(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
