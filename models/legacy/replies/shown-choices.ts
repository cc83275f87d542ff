import { isSentAsJson } from '../../../spec/wire-variants.ts';
import type { Performed, ShownChoice, Step } from '../../../engine/model.ts';
import { formLatitudes as open } from '../../../spec/legacy/latitudes/form-latitudes.ts';
import type { Latitude } from '../../../spec/latitude.ts';
import { at, isObject, textOf } from '../../checks.ts';
import { orderOf, prefixOf } from '../../id-order.ts';
import type { Setup } from '../../setup.ts';
import { type ApiCall, type Call, type Reply, type Notification } from '../../wire.ts';
import { isRefusal, statusOf } from './replies.ts';
import { authorizeRequest } from '../../../spec/legacy/authorize.ts';
import { authorizeMaterial } from './authorize-material.ts';
import { unreadPin } from '../pins.ts';
import { captureId, paymentId, type LegacyState, type Payment } from '../payment/state.ts';
import { instantIn } from '../../../spec/forms.ts';
import { eventLatitudes } from '../../../spec/legacy/latitudes/events-latitudes.ts';
import { fieldsOf } from '../events/event-body.ts';

type Answered = Performed<Call, Reply>;

/** What a failure of any operation says of itself: no table gives it a message (legacy, Errors). */
const common: ReadonlySet<unknown> = new Set(['bad_request', 'request_failed', 'failed_request']);

/** The successes that make something, and the field with its id. */
const made: Readonly<Record<string, string>> = {
  authorize_success: 'payment_id',
  capture_success: 'capture_id',
};

/** What the replies of a sequence show of the open points about form and about consumers: nothing rests on them. */
export function choicesShown(
  performed: readonly Answered[],
  personas: Setup['personas'],
): readonly ShownChoice[] {
  const shown: ShownChoice[] = [...consumersShown(performed, personas)];
  const latestIds = new Map<string, string>();
  for (const { step, call, observation } of performed) {
    if ('lost' in observation) continue;
    const { reply } = observation;
    const show = <L extends Latitude>(
      { id: latitude }: L,
      choice: L['choices'][number] | undefined,
    ): void => {
      if (choice !== undefined) shown.push({ latitude, choice, step: step.id });
    };
    if (call.to === 'control') continue;
    show(open.message, messageOf(call, reply));
    const name = made[String(statusOf(reply))];
    const id = name === undefined ? undefined : textOf(reply, name);
    if (name === undefined || id === undefined) continue;
    const before = latestIds.get(name);
    latestIds.set(name, id);
    if (before === undefined || before === id) continue;
    show(open.idPrefix, prefixOf(before, id));
    show(open.idOrder, orderOf(before, id));
  }
  return shown;
}

/** The message of a refusal that no operation's table describes. The failures of Authorize are shown with one, whatever their status. */
function messageOf({ operation }: ApiCall, reply: Reply): (typeof open.message.choices)[number] | undefined {
  if (operation === 'authorize') return undefined;
  if (!isRefusal(reply) || !isObject(reply.body) || !common.has(statusOf(reply))) return undefined;
  const { message } = reply.body;
  if (message === undefined || message === null) return 'absent';
  if (typeof message !== 'string') return undefined;
  return message === '' ? 'empty' : 'text';
}

type Personas = Setup['personas'];

const authorizeBody = authorizeRequest.omit({ checksum: true });

/** What the replies of a sequence show of how the service treats consumers: their PINs, and which of them is a test account. */
function consumersShown(performed: readonly Answered[], personas: Personas): readonly ShownChoice[] {
  const { again, right } = pinsShown(performed);
  return [
    ...again,
    ...performed.flatMap(({ step: { id: step }, call, observation }) => {
      if ('lost' in observation || call.to === 'control' || call.operation !== 'authorize') return [];
      const { reply } = observation;
      const became = outcomeOf(call, right.get(step) ?? personas.pin?.pin, reply, personas);
      const known = knownBy(call, reply, personas);
      return [
        ...(became === undefined ? [] : [{ latitude: open.pinOutcome.id, choice: became, step }]),
        ...(known === undefined ? [] : [{ latitude: open.testAccount.id, choice: known, step }]),
      ];
    }),
  ];
}

/** Whether nothing is wrong with the form of an authorization, its key and its checksum. */
function isSoundAuthorization(call: ApiCall): boolean {
  return (
    call.operation === 'authorize' &&
    call.credential === 'valid' &&
    call.method === 'POST' &&
    isSentAsJson(call) &&
    call.checksum !== undefined &&
    call.checksum.corruption === undefined &&
    call.checksum.of === authorizeMaterial(call.body) &&
    authorizeBody.safeParse(call.body).success
  );
}

/**
 * Whether a phone gets the same PIN again, at the second authorization that asks for it: the answer that shows the PIN is secret. And the right PINs, by
 * the step that answers with a code. Control shows the newest PIN of a phone: read once the phone was asked again, it is not that of the step before. Once
 * time has passed, or a code was tried, no PIN is known to be right.
 */
function pinsShown(performed: readonly Answered[]) {
  const again: ShownChoice[] = [];
  const sent = new Map<string, string>();
  const right = new Map<string, string>();
  const latest = new Map<unknown, { readonly asked: string; readonly pin: string }>();
  const askedLast = new Map<unknown, string>();
  for (const { step, call, observation } of performed) {
    const { asked } = step.uses;
    const mayAsk = 'lost' in observation || statusOf(observation.reply) === 'authenticate_consumer';
    if (call.to === 'legacy' && call.operation === 'authorize' && mayAsk)
      askedLast.set(buyerOf(call).phone, step.id);
    const known = asked === undefined ? undefined : sent.get(asked);
    if (call.to === 'legacy' && asked !== undefined && known !== undefined) {
      if (askedLast.get(buyerOf(call).phone) === asked) right.set(step.id, known);
      sent.delete(asked);
    }
    // Control moves the clock.
    if (call.to === 'control' && call.method === 'POST') sent.clear();
    if ('lost' in observation || call.to !== 'control' || asked === undefined) continue;
    const pin = textOf(observation.reply, 'pin');
    const asking = performed.find((one) => one.step.id === asked)?.call;
    const phone = asking?.to === 'legacy' ? buyerOf(asking).phone : undefined;
    if (pin === undefined || phone === undefined || askedLast.get(phone) !== asked) continue;
    const before = latest.get(phone);
    latest.set(phone, { asked, pin });
    sent.set(asked, pin);
    if (before !== undefined && before.asked !== asked)
      again.push({ latitude: open.pinAgain.id, choice: before.pin === pin ? 'same' : 'new', step: asked });
  }
  return { again, right };
}

/** What became of the consumer who must authenticate, by a sound request without a PIN or with the right one. */
function outcomeOf(
  call: ApiCall,
  right: string | undefined,
  reply: Reply,
  { pin }: Personas,
): (typeof open.pinOutcome.choices)[number] | undefined {
  const { email, phone } = buyerOf(call);
  if (pin === undefined || email !== pin.email || phone !== pin.phone) return undefined;
  const code = at(call.body, ['auth_code']);
  const { auth_code: _code, ...rest } = isObject(call.body) ? call.body : {};
  if (!isSoundAuthorization({ ...call, body: rest })) return undefined;
  if (code !== undefined && code !== right) return undefined;
  const status = statusOf(reply);
  if (status === 'authorize_success' && code !== undefined) return 'authorized';
  if (status !== 'authorize_fail') return undefined;
  return code === undefined ? 'declined-before' : 'declined-with-pin';
}

/** Whether a consumer with the e-mail address or the phone of the settings, but not both, counts as a test account. */
function knownBy(
  call: ApiCall,
  reply: Reply,
  { approve, pin, reject }: Personas,
): (typeof open.testAccount.choices)[number] | undefined {
  const { email, phone } = buyerOf(call);
  const all = [approve, pin, reject].flatMap((one) => one ?? []);
  if (
    statusOf(reply) !== 'authorize_success' ||
    // Of a value that a server has to convert it does not show what it made of it.
    typeof email !== 'string' ||
    typeof phone !== 'string' ||
    all.some((one) => one.email === email && one.phone === phone)
  )
    return undefined;
  const near = all.filter((one) => one.email === email || one.phone === phone);
  const test = at(reply.body, ['test']);
  if (typeof test !== 'boolean' || !near.some((one) => one.test)) return undefined;
  return test ? 'by-one' : 'by-both';
}

function buyerOf({ body }: ApiCall): { readonly email: unknown; readonly phone: unknown } {
  return {
    email: at(body, ['buyer', 'email', 'address']),
    phone: at(body, ['buyer', 'phone', 'number']),
  };
}

const start = Date.parse('2026-01-01T00:00:00Z');
const expires = '2026-01-31T00:00:00Z';

/** An ordinary reply for planning: it names the payment or the capture that a step made or is about, by placeholders. */
export function presumedReply({ payments, captures, asked, moved }: LegacyState, step: Step): Reply {
  const paymentKey = Object.hasOwn(payments, step.id) ? step.id : (step.uses['payment'] ?? '');
  const captureKey = Object.hasOwn(captures, step.id) ? step.id : (step.uses['capture'] ?? '');
  const payment = payments[paymentKey];
  const capture = captures[captureKey];
  const body = {
    ...(payment && { payment_id: paymentId(payment, paymentKey) }),
    ...(capture && { capture_id: captureId(capture, captureKey) }),
    pin: unreadPin(asked[step.uses['asked'] ?? '']),
    now: new Date(start + moved).toISOString(),
    expires,
  };
  return {
    http: 200,
    contentType: 'application/json',
    body,
    text: '',
    sentAt: start,
    receivedAt: start,
  };
}

const hourMs = 3_600_000;

/**
 * What one notification shows of the points that the document leaves open about bodies: latitude id → choice.
 * `payments`: those of the sequence. A missing order_ref counts only for a payment that had one to the end.
 */
export function choicesOf(
  notification: Notification,
  payments: readonly Pick<Payment, 'id' | 'orderRef' | 'orderRefAtAuthorize'>[] = [],
): Readonly<Record<string, string>> {
  const body = fieldsOf(notification);
  const { status } = body;
  const choices: Record<string, string> = {
    [eventLatitudes.contentType.id]: /^application\/json\b/i.test(notification.contentType.trim())
      ? 'application/json'
      : 'other',
  };
  if (typeof body['event_type'] === 'string') {
    choices[eventLatitudes.eventType.id] = body['event_type'] === 'payment' ? 'payment' : 'other';
  }
  const zone = zoneOf(body['event_datetime'], body['timestamp']);
  if (zone !== undefined) choices[eventLatitudes.datetimeZone.id] = zone;
  if (status === 'close_success' || status === 'update_success') {
    const absence = absenceOf(body, 'capture_id');
    if (absence !== undefined) choices[eventLatitudes.absentFields.id] = absence;
    const about = payments.find(({ id }) => id !== undefined && id === body['payment_id']);
    const shown = presence(body['order_ref']);
    const { orderRefAtAuthorize: first, orderRef } = about ?? {};
    if (first !== undefined && (shown === 'present' || orderRef?.is === first))
      choices[eventLatitudes.orderRefElsewhere.id] = shown;
  }
  if (status === 'capture_fail') {
    choices[eventLatitudes.captureFailCaptureId.id] = presence(body['capture_id']);
  }
  return choices;
}

function absenceOf(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (!Object.hasOwn(body, name)) return 'left-out';
  if (body[name] === null) return 'null';
  return body[name] === '' ? 'empty' : undefined;
}

function presence(value: unknown): string {
  return value === undefined || value === null || value === '' ? 'absent' : 'present';
}

/** Both fields give the creation time, one of them in UTC: their difference is the zone of the other. */
function zoneOf(civil: unknown, utc: unknown): string | undefined {
  if (typeof civil !== 'string' || typeof utc !== 'string') return undefined;
  const apartMs = Date.parse(`${civil.replace(' ', 'T')}Z`) - instantIn(utc);
  if (Number.isNaN(apartMs)) return undefined;
  // A tolerance of a minute: the event may be older than its notification, and time zones are at least 15 minutes apart.
  const near = (hours: number): boolean => Math.abs(apartMs - hours * hourMs) <= 60_000;
  if (near(0)) return 'utc';
  return near(9) ? 'japan' : 'other';
}
