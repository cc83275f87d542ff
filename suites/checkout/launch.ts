import type { Driver } from '../../engine/judge/execute.ts';
import type { OpenCheckout } from '../../harness/checkout/open-checkout.ts';
import type { WireExchange } from '../../harness/checkout/watch-wire.ts';
import type { ExchangeRecord } from '../../harness/journal-records.ts';
import { toHttp } from '../../harness/request.ts';
import { at } from '../../models/checks.ts';
import type { Launch } from '../../models/legacy/checkout.ts';
import type { Persona } from '../../models/setup.ts';
import type { Call, Reply } from '../../models/wire.ts';
import { encoded } from '../../spec/path-segment.ts';
import type { SendContext } from '../../harness/connection.ts';
import type { Session } from '../run/session.ts';
import { plainAuthorize, plainCall } from '../webhooks/plain-calls.ts';

/** What a launch needs. */
export interface Launching {
  readonly session: Session;
  readonly driver: Driver<Call, Reply>;
  readonly checkout: OpenCheckout;
  /** All but the step. */
  readonly context: Omit<SendContext, 'step'>;
}

/** What became of a launch, and why something of it could not be seen. */
export interface Launched {
  readonly launch: Launch;
  readonly unseen?: string;
}

/** A PIN that is nearly the right one. */
export const nearly = (pin: string): string => `${pin.slice(0, -1)}${pin.endsWith('0') ? '1' : '0'}`;

/** Goes through the checkout once as a consumer of the settings. */
export async function launchAs(
  { session, driver, checkout, context }: Launching,
  consumer: Launch['consumer'],
  persona: Persona,
): Promise<Launched> {
  const { plan, run } = session;
  const { legacy, checkout: settings } = plan.target;
  if (legacy === undefined || settings === undefined) throw new Error('the target has no checkout');
  const setup = session.setup(false);
  const step = `launch-${consumer}`;
  const { origin, path, body } = toHttp(
    plainAuthorize(setup, persona, `checkout-${consumer}-${driver.nonce}`),
    plan.target,
  );
  const givesLogo = consumer === 'approve';
  let right: string | undefined;
  const pin = async (): Promise<string | undefined> => {
    right = persona.pin ?? (await readPin(driver, persona.phone, setup.means.has('pins.read')));
    return right;
  };
  const result = await run.gate(() =>
    checkout.launch(
      { key: legacy.apiKey, data: JSON.parse(String(body)) as object, logo: givesLogo },
      { email: persona.email, phone: persona.phone, pin, wrongPin: nearly },
    ),
  );
  const sent = result.wire.filter(({ url }) => url === `${origin}${path}`);
  for (const one of sent)
    session.connection.noteSent(exchangeOf(one, plan.startedAt), {
      ...context,
      step,
      operation: 'authorize',
    });
  const id = at(result.told[0], ['payment_id']);
  const isTold = typeof id === 'string' && id !== '';
  const call = isTold ? plainCall('status', id) : undefined;
  const seen =
    call && (await driver.send(call, { id: `${step}-status`, operation: 'status', kind: 'plain', uses: {} }));
  const { page, isOpened, stuck, keySentTo, paid, logo, told, wrongPin } = result;
  const hostOf = (url: string): string => new URL(url).hostname;
  const isNear = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
  const launch: Launch = {
    consumer,
    key: legacy.apiKey,
    told,
    authorized: sent.map(({ authorization, body: text, reply }) => ({
      authorization,
      body: parsed(text),
      reply: parsed(reply?.body ?? ''),
    })),
    isSilent: result.wire.length === 0,
    page,
    isOpened,
    ...(stuck !== undefined && { stuck }),
    keySentTo,
    paid,
    givesLogo,
    reachesLogo: isNear(hostOf(settings.scriptUrl)),
    ...(logo !== undefined && { logo }),
    ...(seen !== undefined && 'reply' in seen && { status: { status: at(seen.reply.body, ['status']) } }),
    ...(right !== undefined && { pin: right }),
    ...(wrongPin !== undefined && { triedWrong: true }),
  };
  const unseen = whyUnseen(launch, settings.global, settings.scriptUrl, result.refusedHosts);
  return { launch, ...(unseen !== undefined && { unseen }) };
}

/** Why a launch showed less than it could: what to look at in the settings. */
function whyUnseen(
  { page, stuck, authorized }: Launch,
  name: string,
  scriptUrl: string,
  refused: readonly string[],
): string | undefined {
  if (!page.isLoaded) return `checkout.script_url can not be loaded: ${scriptUrl}`;
  if (!page.isDefined)
    return `the script defines no ${name} with the method of checkout.configure; it defines ${page.added.join(', ') || 'nothing'}`;
  const hosts =
    refused.length === 0 ? '' : `; refused hosts, see checkout.allow_hosts: ${refused.join(', ')}`;
  if (stuck !== undefined) return `the consumer waited in vain for ${stuck}${hosts}`;
  return authorized.length === 0
    ? 'the browser does not show a request to Authorize: what it was answered is not known'
    : undefined;
}

async function readPin(
  driver: Driver<Call, Reply>,
  phone: string,
  may: boolean,
): Promise<string | undefined> {
  if (!may) return undefined;
  const path = `/pins?phone=${encoded(phone)}`;
  const step = { id: 'read-pin', operation: 'read-pin', kind: 'PIN', uses: {} };
  const read = await driver.send({ to: 'control', operation: 'read-pin', method: 'GET', path }, step);
  const pin = 'reply' in read ? at(read.reply.body, ['pin']) : undefined;
  return typeof pin === 'string' ? pin : undefined;
}

function exchangeOf(
  { method, url, body, reply, sentAt, ms }: WireExchange,
  startedAt: number,
): Pick<ExchangeRecord, 'at' | 'ms' | 'request' | 'reply'> {
  const { checksum: _checksum, ...others } = Object(parsed(body)) as Record<string, unknown>;
  return {
    at: Math.max(0, Math.round(sentAt - startedAt)),
    ms: Math.round(ms),
    request: { method, url, headers: { authorization: 'Bearer <API key>' }, body: JSON.stringify(others) },
    ...(reply !== undefined && { reply: { http: reply.http, headers: {}, body: reply.body } }),
  };
}

/** Text as JSON; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
