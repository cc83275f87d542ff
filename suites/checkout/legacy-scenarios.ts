import type { LogoForm } from '../../harness/checkout/look-at-logo.ts';
import type { CheckoutResult } from '../../harness/checkout/launched.ts';
import type { WireExchange } from '../../harness/checkout/way-out/pass-on.ts';
import { toHttp } from '../../harness/wire/request.ts';
import { at } from '../../models/checks.ts';
import { judgeLaunch, judgeWithoutCallback, type Launch } from '../../models/legacy/checkout.ts';
import type { Persona } from '../../models/setup.ts';
import { plainAuthorize, plainCall } from '../webhooks/plain-calls.ts';
import { launchFor, type Launching, parsed, problemOf, walkOf, whyUnseen } from './launch.ts';
import { canGivePin, type CheckoutOf, nothingShown, type Scenario, type Walked } from './scenario.ts';

/** A logo of each form that the document names, two of them not square: one for each consumer. */
const logoFor: Readonly<Record<Launch['consumer'], LogoForm>> = { approve: 'png', reject: 'jpg', pin: 'gif' };

/**
 * The checkout app of the legacy interface: as a consumer who is approved, with a callback and without one, as one who is refused, and as one who is
 * asked for a PIN and types a wrong one first (legacy, Checkout app).
 */
export const legacyCheckout: CheckoutOf = {
  interface: 'legacy',
  procedure: 'legacy-checkout',
  scenarios: [
    scenario('approve', 'approve', walk),
    scenario('reject', 'reject', walk),
    scenario('pin', 'pin', walk),
    scenario('no-callback', 'approve', walkWithoutCallback),
  ],
};

function scenario(
  name: string,
  consumer: Launch['consumer'],
  goThrough: (launching: Launching, consumer: Launch['consumer']) => Promise<Walked>,
): Scenario {
  return {
    name,
    // Authorize for a PIN, with a wrong one and with the right one, reading it twice, and Status.
    requests: 6,
    isOffered: (setup) => (consumer === 'pin' ? canGivePin(setup) : setup.personas[consumer] !== undefined),
    walk: (launching) => goThrough(launching, consumer),
  };
}

interface LegacyLaunch {
  readonly shown: CheckoutResult;
  readonly authorized: readonly WireExchange[];
  readonly unseen: string | undefined;
  readonly gone: NonNullable<Walked['walk']>;
}

async function launch(
  launching: Launching,
  persona: Persona,
  {
    name,
    logo,
    givesCallback,
  }: { readonly name: string; readonly logo?: LogoForm; readonly givesCallback: boolean },
): Promise<LegacyLaunch> {
  const { session, driver } = launching;
  const { target } = session.config;
  const { legacy, checkout: settings } = target;
  if (legacy === undefined || settings === undefined) throw new Error('the target has no such checkout');
  const setup = session.setup(false);
  const asked = plainAuthorize(setup, persona, `checkout-${name}-${driver.nonce}`);
  const { origin, path, body } = toHttp(asked, target);
  const authorizeUrl = `${origin}${path}`;
  const last = (wire: readonly WireExchange[]): unknown =>
    at(parsed(wire.findLast(({ url }) => url === authorizeUrl)?.reply?.body ?? ''), ['status']);
  const shown = await launchFor(launching, {
    step: `launch-${name}`,
    persona,
    purchase: { key: legacy.apiKey, data: JSON.parse(String(body)) as object, logo, givesCallback },
    authorizeUrl,
    // Only of a payment the callback is told, if there is one.
    isAnswered: (wire) =>
      last(wire) === 'authorize_fail' || (!givesCallback && last(wire) === 'authorize_success'),
  });
  const authorized = shown.wire.filter(({ url }) => url === authorizeUrl);
  return {
    shown,
    authorized,
    unseen: whyUnseen(shown, settings) ?? (authorized.length === 0 ? noAuthorize : undefined),
    gone: walkOf(shown, persona, {
      byPin: setup.personas.pin === persona,
      ...(logo !== undefined && { logo }),
      ...(!givesCallback && { givesCallback }),
      data: asked.body ?? {},
      ...(asked.checksum && { checksum: asked.checksum }),
    }),
  };
}

async function walk(launching: Launching, consumer: Launch['consumer']): Promise<Walked> {
  const { session, driver } = launching;
  const { legacy, checkout: settings } = session.config.target;
  const persona = session.setup(false).personas[consumer];
  if (legacy === undefined || settings === undefined || persona === undefined)
    throw new Error('the target has no such checkout');
  const logo = logoFor[consumer];
  const { shown, authorized, unseen, gone } = await launch(launching, persona, {
    name: consumer,
    logo,
    givesCallback: true,
  });
  if (shown.lost !== undefined) return { ...nothingShown, ...(unseen !== undefined && { unseen }) };
  const problem = problemOf(shown.page, settings);
  const { page, isSilent, isOpened, isShown, isGone, stuck, refusedHosts, told, typedPins } = shown;
  const id = told
    .map((call) => at(call, ['payment_id']))
    .findLast((one) => typeof one === 'string' && one !== '');
  const call = typeof id === 'string' ? plainCall('status', id) : undefined;
  const step = { id: `launch-${consumer}-status`, operation: 'status', kind: 'plain', uses: {} };
  const seen = call && (await driver.send(call, step));
  const { frame, isAsked } = shown.logo ?? {};
  const verdict = judgeLaunch({
    consumer,
    key: legacy.apiKey,
    told,
    authorized: authorized.map(({ authorization, body: text, reply }) => ({
      authorization,
      body: parsed(text),
      reply: parsed(reply?.body ?? ''),
    })),
    isSilent,
    page: { ...page, ...(problem !== undefined && { problem }) },
    isOpened,
    isShown,
    isGone,
    ...(stuck !== undefined && { stuck }),
    refusedHosts,
    reachesLogo: isNear(settings.scriptUrl),
    ...(isAsked !== undefined && {
      logo: { isAsked, ...(frame !== undefined && frame !== 'unsure' && { frame }) },
    }),
    ...(seen !== undefined && 'reply' in seen && { status: { status: at(seen.reply.body, ['status']) } }),
    typedPins,
  });
  return {
    ...verdict,
    ...(unseen !== undefined && { unseen }),
    isShut: !isShown && stuck !== undefined,
    walk: gone,
  };
}

/** Launches without a callback, and where that comes to nothing, with one: what neither does is not about the callback. */
async function walkWithoutCallback(launching: Launching, consumer: Launch['consumer']): Promise<Walked> {
  const { session } = launching;
  const persona = session.setup(false).personas[consumer];
  const { checkout: settings } = session.config.target;
  if (settings === undefined || persona === undefined) throw new Error('the target has no such checkout');
  const name = 'no-callback';
  const without = await launch(launching, persona, { name, givesCallback: false });
  const isCalled = without.authorized.length > 0;
  const { lost, refusedHosts } = without.shown;
  // What we have ended or refused shows nothing of the callback.
  const isOurs = lost !== undefined || refusedHosts.length > 0;
  const beside =
    isCalled || isOurs
      ? undefined
      : await launch(launching, persona, { name: `${name}-beside`, givesCallback: true });
  const { evidence, breaches } = judgeWithoutCallback({
    isCalled,
    ...(beside && { isCalledWith: beside.authorized.length > 0 }),
    problem: problemOf(without.shown.page, settings),
  });
  return {
    evidence,
    breaches,
    ...(without.unseen !== undefined && { unseen: without.unseen }),
    isShut: lost !== undefined,
    walk: without.gone,
  };
}

const noAuthorize = 'the browser does not show a request to Authorize: what it was answered is not known';

/** Whether a service is on this machine, so that it reaches our page. */
function isNear(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}
