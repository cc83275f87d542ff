import type { Driver } from '../../engine/judge/execution.ts';
import { readingPin } from '../../generators/legacy/control.ts';
import type { CheckoutRecord, CheckoutWalk } from '../../harness/records/checkout-record.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import { json } from '../../harness/records/recorded.ts';
import {
  type CheckoutSettings,
  type CheckoutStep,
  givenFields,
} from '../../harness/checkout/checkout-settings.ts';
import type { PageState, Purchase } from '../../harness/checkout/merchant-page.ts';
import { type CheckoutConsumer, type CheckoutResult, lossInWords } from '../../harness/checkout/launched.ts';
import type { OpenCheckout } from '../../harness/checkout/open-checkout.ts';
import type { WireExchange } from '../../harness/checkout/way-out/pass-on.ts';
import type { SendContext } from '../../harness/wire/connection.ts';
import { at } from '../../models/checks.ts';
import type { Persona } from '../../models/setup.ts';
import type { Call, Reply } from '../../models/wire.ts';
import type { Session } from '../run/session.ts';

/** What a launch needs. */
export interface Launching {
  readonly session: Session;
  readonly driver: Driver<Call, Reply>;
  readonly checkout: OpenCheckout;
  /** Whether pictures are taken. */
  readonly isFilmed: boolean;
  /** All but the step. */
  readonly context: Omit<SendContext, 'step' | 'operation'>;
}

/** Who goes through the checkout, to buy what. */
export interface Launched {
  /** `launch-approve`: its requests have it in the journal. */
  readonly step: string;
  readonly persona: Persona;
  readonly purchase: Purchase;
  /** The address of Authorize, where the checkout calls it. */
  readonly authorizeUrl?: string;
  /** Whether what was answered is the end, of which no callback needs to be told. */
  readonly isAnswered: NonNullable<CheckoutConsumer['isAnswered']>;
}

/** A PIN that is nearly the right one. */
const nearly = (pin: string): string => `${pin.slice(0, -1)}${pin.endsWith('0') ? '1' : '0'}`;

/** Goes through the checkout once, as a consumer who types a wrong PIN first. Counts and journals what the browser sends to the target. */
export async function launchFor(
  { session, driver, checkout, context, isFilmed }: Launching,
  { step, persona, purchase, authorizeUrl, isAnswered }: Launched,
): Promise<CheckoutResult> {
  const { config, run, connection } = session;
  const pin = async (): Promise<string | undefined> =>
    persona.pin ?? readPin(driver, persona.phone, session.setup(false).means.has('pins.read'));
  const { email, phone } = persona;
  const result = await run.access.gate(() =>
    checkout.launch(purchase, { email, phone, pin, wrongPin: nearly, isAnswered, isFilmed }),
  );
  for (const one of result.wire) {
    const operation = one.url === authorizeUrl ? 'authorize' : 'checkout';
    connection.noteSent(exchangeOf(one, config.startedAt), { ...context, step, operation });
  }
  return result;
}

/** How a launch was made, for a test file that makes it again. */
export function walkOf(
  { shots, console: said }: CheckoutResult,
  { email, phone }: Persona,
  {
    data,
    ...how
  }: Pick<CheckoutWalk, 'byPin' | 'checksum' | 'logo' | 'givesCallback'> & { readonly data: unknown },
): Omit<CheckoutWalk, 'name' | 'rules'> {
  return {
    consumer: { email, phone },
    ...how,
    data: json.parse(data),
    shots: [...shots],
    console: [...said],
  };
}

/** The checkout of the settings, for the same; texts of the settings that a consumer types may be secrets. */
export function pageOf({
  scriptUrl,
  global: name,
  configure,
  launch,
  fields,
  allowHosts,
  consumer,
  pin,
}: CheckoutSettings): Omit<CheckoutRecord, 'walks'> {
  return {
    scriptUrl,
    global: name,
    configure,
    launch,
    fields,
    allowHosts: [...allowHosts],
    consumer: consumer.map(stepOf),
    pin: pin.map(stepOf),
  };
}

function stepOf(step: CheckoutStep): CheckoutRecord['consumer'][number] {
  if (step.do !== 'fill') return step;
  const known = typedTexts.find((one) => one === step.with);
  return { do: 'fill', at: step.at, ...(known !== undefined && { with: known }) };
}

const typedTexts = ['${email}', '${phone}', '${pin}'] as const;

/** Why a script did not let itself be configured, or launched, with what it was given. */
export function problemOf(
  { problem, isConfigured }: Pick<PageState, 'problem' | 'isConfigured'>,
  settings: Pick<CheckoutSettings, 'fields'>,
): string | undefined {
  return problem === undefined || isConfigured ? problem : `${problem}; ${givenFields(settings)}`;
}

/** Why a launch showed less than it could: what to look at in the settings. Undefined where it came to its end. */
export function whyUnseen(
  {
    lost,
    page,
    told,
    stuck,
    refusedHosts,
  }: Pick<CheckoutResult, 'lost' | 'page' | 'told' | 'stuck' | 'refusedHosts'>,
  settings: Pick<CheckoutSettings, 'global' | 'configure' | 'scriptUrl' | 'fields'>,
): string | undefined {
  const { global: name, configure, scriptUrl } = settings;
  const hosts =
    refusedHosts.length === 0 ? '' : `; refused hosts, see checkout.allow_hosts: ${refusedHosts.join(', ')}`;
  if (lost !== undefined) return `${lossInWords[lost]}${hosts}`;
  if (!page.isLoaded) return `checkout.script_url can not be loaded: ${scriptUrl}`;
  if (!page.isDefined)
    return `the script defines no ${name} with the method of checkout.configure; it defines ${page.added.join(', ') || 'nothing'}${hosts}`;
  if (!page.isConfigured) return `${name}.${configure} fails: ${problemOf(page, settings) ?? ''}${hosts}`;
  if (stuck === undefined) return undefined;
  const untold = told.length === 0 ? `; ${givenFields(settings)}` : '';
  return `the consumer waited in vain for ${stuck}${hosts}${untold}`;
}

async function readPin(
  driver: Driver<Call, Reply>,
  phone: string,
  may: boolean,
): Promise<string | undefined> {
  if (!may) return undefined;
  const step = { id: 'read-pin', operation: 'read-pin', kind: 'PIN', uses: {} };
  const read = await driver.send(readingPin(phone), step);
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
    request: { method, url, headers: { authorization: 'Bearer <key>' }, body: JSON.stringify(others) },
    ...(reply !== undefined && { reply: { http: reply.http, headers: {}, body: reply.body } }),
  };
}

/** Text as JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
