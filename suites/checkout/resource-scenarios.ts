import { at, isObject } from '../../models/checks.ts';
import { judgeMade, type Made } from '../../models/resource/checkout.ts';
import type { Setup } from '../../models/setup.ts';
import type { ApiCall } from '../../models/wire.ts';
import { encoded } from '../../spec/path-segment.ts';
import { launchFor, type Launching, walkOf, whyUnseen } from './launch.ts';
import { canGivePin, type CheckoutOf, type Scenario, type Walked } from './scenario.ts';

type Consumer = Made['consumer'];

interface Wanted {
  readonly name: string;
  readonly makes: Made['makes'];
  /** Who makes it on a target with this setup. Undefined: nobody there can. */
  readonly consumer: (setup: Setup) => Consumer | undefined;
  /** Pairs of metadata; absent: what the settings launch. */
  readonly pairs?: number;
}

const one =
  (consumer: Consumer) =>
  ({ personas }: Setup): Consumer | undefined =>
    personas[consumer] === undefined ? undefined : consumer;

/** Single payments and tokens, which only the checkout makes (resource, What the service does; Limits). */
export const resourceCheckout: CheckoutOf = {
  interface: 'resource',
  procedure: 'resource-checkout',
  scenarios: [
    scenario({ name: 'payment', makes: 'payment', consumer: one('approve') }),
    scenario({ name: 'payment-refused', makes: 'payment', consumer: one('reject') }),
    scenario({
      name: 'token',
      makes: 'token',
      consumer: (setup) => (canGivePin(setup) ? 'pin' : one('approve')(setup)),
    }),
    scenario({ name: 'token-21-pairs', makes: 'token', consumer: one('approve'), pairs: 21 }),
  ],
};

function scenario(wanted: Wanted): Scenario {
  return {
    name: wanted.name,
    // Three by the checkout where it asks for a PIN, reading that twice, and the reading of what was made.
    requests: 6,
    isOffered: (setup) => wanted.consumer(setup) !== undefined,
    walk: (launching) => walk(launching, wanted),
  };
}

async function walk(launching: Launching, { name, makes, pairs, ...wanted }: Wanted): Promise<Walked> {
  const { session, driver } = launching;
  const { resource, checkout: settings } = session.plan.target;
  const setup = session.setup(false);
  const consumer = wanted.consumer(setup);
  const persona = consumer && setup.personas[consumer];
  if (!resource?.publicKey || settings === undefined || consumer === undefined || persona === undefined)
    throw new Error('the target has no such checkout');
  const data = pairs === undefined ? settings[makes] : withPairs(settings[makes], makes, pairs);
  if (data === undefined)
    return { evidence: [], breaches: [], isShut: false, unseen: `checkout.${makes} has no mapping ${makes}` };
  const step = `launch-${name}`;
  const shown = await launchFor(launching, { step, persona, purchase: { key: resource.publicKey, data } });
  const id = at(shown.told[0], ['id']);
  const call = typeof id === 'string' && id !== '' ? reading(makes, id) : undefined;
  const seen =
    call &&
    (await driver.send(call, { id: `${step}-get`, operation: call.operation, kind: 'plain', uses: {} }));
  const { isOpened, stuck, told, wrongPin } = shown;
  const verdict = judgeMade({
    makes,
    consumer,
    told,
    amount: at(data, [makes, 'amount']),
    isOverfull: pairs !== undefined,
    ...(seen !== undefined && 'reply' in seen && { seen: { http: seen.reply.http, body: seen.reply.body } }),
    ...(wrongPin !== undefined && { wrongPin }),
  });
  const unseen = whyUnseen(shown, settings);
  return {
    ...verdict,
    ...(unseen !== undefined && { unseen }),
    isShut: !isOpened && stuck !== undefined,
    walk: walkOf(shown, persona, {
      byPin: consumer === 'pin',
      givesLogo: false,
      data,
    }),
  };
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

function reading(makes: Made['makes'], id: string): ApiCall {
  const [operation, path] = makes === 'payment' ? ['get', 'payments'] : ['token-get', 'tokens'];
  return { to: 'resource', operation, method: 'GET', path: `/${path}/${encoded(id)}`, credential: 'valid' };
}
