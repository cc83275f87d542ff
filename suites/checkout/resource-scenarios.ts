import type { CheckoutResult } from '../../harness/checkout/launched.ts';
import { at, isObject } from '../../models/checks.ts';
import { callOf, judgeMade, judgeOverfull, type Made, mostPairs } from '../../models/resource/checkout.ts';
import type { Setup } from '../../models/setup.ts';
import { resourceCall } from '../../models/right-calls.ts';
import { encoded } from '../../spec/forms.ts';
import { launchFor, type Launching, walkOf, whyUnseen } from './launch.ts';
import { canGivePin, type CheckoutOf, nothingShown, type Scenario, type Walked } from './scenario.ts';

type PersonaName = keyof Setup['personas'];

interface Wanted {
  readonly name: string;
  readonly makes: Made['makes'];
  /** Who makes it on a target with this setup. Undefined: no consumer there can. */
  readonly consumer: (setup: Setup) => PersonaName | undefined;
}

const one =
  (consumer: PersonaName) =>
  ({ personas }: Setup): PersonaName | undefined =>
    personas[consumer] === undefined ? undefined : consumer;

/** Single payments and tokens, which only the checkout makes (resource, What the service does; Limits). */
export const resourceCheckout: CheckoutOf = {
  interface: 'resource',
  procedure: 'resource-checkout',
  scenarios: [
    scenario({ name: 'payment', makes: 'payment', consumer: one('approve') }, walk),
    scenario({ name: 'payment-refused', makes: 'payment', consumer: one('reject') }, walk),
    scenario(
      {
        name: 'token',
        makes: 'token',
        consumer: (setup) => (canGivePin(setup) ? 'pin' : one('approve')(setup)),
      },
      walk,
    ),
    scenario({ name: 'token-21-pairs', makes: 'token', consumer: one('approve') }, walkOverfull),
  ],
};

function scenario(
  wanted: Wanted,
  goThrough: (launching: Launching, wanted: Wanted) => Promise<Walked>,
): Scenario {
  return {
    name: wanted.name,
    // Three by the checkout where it asks for a PIN, reading that twice, and the reading of what was made.
    requests: 6,
    isOffered: (setup) => wanted.consumer(setup) !== undefined,
    walk: (launching) => goThrough(launching, wanted),
  };
}

interface ResourceLaunch {
  readonly shown: CheckoutResult;
  /** What GET answers of what was made. Absent: nothing was, or it was not answered. */
  readonly seen?: { readonly http: number; readonly body: unknown };
  readonly walked: Pick<Walked, 'unseen' | 'isShut' | 'walk'>;
}

async function launch(
  launching: Launching,
  { name, makes, ...wanted }: Wanted,
  data: object,
): Promise<ResourceLaunch> {
  const { session, driver } = launching;
  const { resource, checkout: settings } = session.config.target;
  const setup = session.setup(false);
  const consumer = wanted.consumer(setup);
  const persona = consumer && setup.personas[consumer];
  if (!resource?.publicKey || settings === undefined || persona === undefined)
    throw new Error('the target has no such checkout');
  const step = `launch-${name}`;
  const shown = await launchFor(launching, {
    step,
    persona,
    purchase: { key: resource.publicKey, data },
    // No document says that the callback is called for a refusal.
    isAnswered: (wire) => (wire.at(-1)?.reply?.http ?? 0) >= 400,
  });
  const made = callOf(makes, shown.told);
  const call = made && resourceCall(makes === 'payment' ? 'get' : 'token-get', encoded(made.id));
  const seen =
    call &&
    (await driver.send(call, { id: `${step}-get`, operation: call.operation, kind: 'plain', uses: {} }));
  const unseen = whyUnseen(shown, settings);
  return {
    shown,
    ...(seen !== undefined && 'reply' in seen && { seen: { http: seen.reply.http, body: seen.reply.body } }),
    walked: {
      ...(unseen !== undefined && { unseen }),
      isShut: shown.lost !== undefined || (!shown.isShown && shown.stuck !== undefined),
      walk: walkOf(shown, persona, { byPin: consumer === 'pin', data }),
    },
  };
}

async function walk(launching: Launching, wanted: Wanted): Promise<Walked> {
  const { makes } = wanted;
  const data = launching.session.config.target.checkout?.[makes] ?? {};
  const { shown, seen, walked } = await launch(launching, wanted, data);
  if (shown.lost !== undefined) return { ...nothingShown, ...walked };
  const { told, toldByWrongPin } = shown;
  const verdict = judgeMade({
    makes,
    told,
    launched: at(data, [makes]),
    ...(seen && { seen }),
    ...(toldByWrongPin && { toldByWrongPin }),
  });
  return { ...verdict, ...walked };
}

/** Launches a token with more pairs of metadata than it may have, and where none is made, one with as many as it may. */
async function walkOverfull(launching: Launching, wanted: Wanted): Promise<Walked> {
  const { makes, name } = wanted;
  const settings = launching.session.config.target.checkout?.[makes] ?? {};
  const [over, full] = [mostPairs + 1, mostPairs].map((count) => withPairs(settings, makes, count));
  if (over === undefined || full === undefined)
    return { evidence: [], breaches: [], isShut: false, unseen: `checkout.${makes} has no mapping ${makes}` };
  const { shown, seen, walked } = await launch(launching, wanted, over);
  if (shown.lost !== undefined) return { ...nothingShown, ...walked };
  const { told, wire } = shown;
  const beside =
    callOf(makes, told) === undefined
      ? await launch(launching, { ...wanted, name: `${name}-beside` }, full)
      : undefined;
  const verdict = judgeOverfull({
    isAnswered: told.length > 0 || wire.some(({ reply }) => reply !== undefined),
    told,
    ...(seen && { seen }),
    ...(beside?.seen && { full: beside.seen }),
  });
  return { ...verdict, ...walked };
}

/** What is launched, with so many pairs of metadata; undefined where the settings launch something of another form. */
function withPairs(data: object, makes: Made['makes'], count: number): object | undefined {
  const inner = at(data, [makes]);
  if (!isObject(inner)) return undefined;
  const metadata = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`key_${index + 1}`, 'value']),
  );
  return { ...data, [makes]: { ...inner, metadata } };
}
