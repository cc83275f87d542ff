import type { Performed, ShownChoice } from '../../../engine/model.ts';
import { authorizeRequest } from '../../../spec/legacy/authorize.ts';
import { formLatitudes as open } from '../../../spec/legacy/latitudes/form-latitudes.ts';
import { at, isObject, textOf } from '../../checks.ts';
import type { Setup } from '../../setup.ts';
import type { ApiCall, Call, Reply } from '../../wire.ts';
import { authorizeMaterial } from './authorize-material.ts';
import { statusOf } from './replies.ts';

type Answered = Performed<Call, Reply>;
type Personas = Setup['personas'];

const authorizeBody = authorizeRequest.omit({ checksum: true });

/** What the replies of a sequence show of how the service treats consumers: their PINs, and which of them is a test account. */
export function consumersShown(performed: readonly Answered[], personas: Personas): readonly ShownChoice[] {
  const { again, sent } = pinsShown(performed);
  return [
    ...again,
    ...performed.flatMap(({ step: { id: step, uses }, call, observation }) => {
      if ('lost' in observation || call.to === 'control' || call.operation !== 'authorize') return [];
      const { reply } = observation;
      const became = outcomeOf(call, sent.get(uses['asked'] ?? '') ?? personas.pin?.pin, reply, personas);
      const known = knownBy(call, reply, personas);
      return [
        ...(became === undefined ? [] : [{ latitude: open.pinOutcome.id, choice: became, step }]),
        ...(known === undefined ? [] : [{ latitude: open.testAccount.id, choice: known, step }]),
      ];
    }),
  ];
}

/** Whether nothing is wrong with the form of an authorization, its key and its checksum. */
export function isSoundAuthorization(call: ApiCall): boolean {
  return (
    call.operation === 'authorize' &&
    call.credential === 'valid' &&
    call.method === 'POST' &&
    (call.contentType ?? 'application/json') === 'application/json' &&
    call.checksum !== undefined &&
    call.checksum.spoil === undefined &&
    call.checksum.of === authorizeMaterial(call.body) &&
    authorizeBody.safeParse(call.body).success
  );
}

/**
 * Whether a phone gets the same PIN again, at the second authorization that asks for it: the answer that shows the PIN is secret. And the PINs,
 * by the step that asked. Control shows the newest PIN of a phone: read once the phone was asked again, it is not that of the step before.
 */
function pinsShown(performed: readonly Answered[]) {
  const again: ShownChoice[] = [];
  const sent = new Map<string, string>();
  const latest = new Map<unknown, { readonly asked: string; readonly pin: string }>();
  const askedLast = new Map<unknown, string>();
  for (const { step, call, observation } of performed) {
    const { asked } = step.uses;
    const mayAsk = 'lost' in observation || statusOf(observation.reply) === 'authenticate_consumer';
    if (call.to === 'legacy' && call.operation === 'authorize' && mayAsk)
      askedLast.set(buyerOf(call).phone, step.id);
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
  return { again, sent };
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

/** Whether a consumer counts as a test account of whom the settings know the e-mail address or the phone, and not both. */
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
