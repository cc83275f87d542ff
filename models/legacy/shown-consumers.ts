import type { Performed, ShownChoice } from '../../engine/model.ts';
import { formLatitudes as open } from '../../spec/legacy/form-latitudes.ts';
import { at, textOf } from '../checks.ts';
import type { Setup } from '../setup.ts';
import type { ApiCall, Call, Reply } from '../wire.ts';
import { statusOf } from './replies.ts';

type Answered = Performed<Call, Reply>;
type Personas = Setup['personas'];

/** What the replies of a sequence show of how the service treats consumers: their PINs, and which of them is a test account. */
export function consumersShown(performed: readonly Answered[], personas: Personas): readonly ShownChoice[] {
  return [
    ...pinsShown(performed),
    ...performed.flatMap(({ step: { id: step, kind }, call, observation }) => {
      if ('lost' in observation || call.to === 'control' || call.operation !== 'authorize') return [];
      const { reply } = observation;
      const became = outcomeOf(call, kind, reply, personas);
      const known = knownBy(call, reply, personas);
      return [
        ...(became === undefined ? [] : [{ latitude: open.pinOutcome.id, choice: became, step }]),
        ...(known === undefined ? [] : [{ latitude: open.testAccount.id, choice: known, step }]),
      ];
    }),
  ];
}

/** Whether a phone gets the same PIN again, at the second authorization that asks for it: the answer that shows the PIN is secret. */
function pinsShown(performed: readonly Answered[]): readonly ShownChoice[] {
  const shown: ShownChoice[] = [];
  const latest = new Map<unknown, { readonly asked: string; readonly pin: string }>();
  for (const { step, call, observation } of performed) {
    const { asked } = step.uses;
    if ('lost' in observation || call.to !== 'control' || asked === undefined) continue;
    const pin = textOf(observation.reply, 'pin');
    const asking = performed.find((one) => one.step.id === asked)?.call;
    const phone = asking?.to === 'legacy' ? buyerOf(asking).phone : undefined;
    if (pin === undefined || phone === undefined) continue;
    const before = latest.get(phone);
    latest.set(phone, { asked, pin });
    if (before !== undefined && before.asked !== asked)
      shown.push({ latitude: open.pinAgain.id, choice: before.pin === pin ? 'same' : 'new', step: asked });
  }
  return shown;
}

/** What became of the consumer who must authenticate. */
function outcomeOf(
  call: ApiCall,
  kind: string,
  reply: Reply,
  { pin }: Personas,
): (typeof open.pinOutcome.choices)[number] | undefined {
  const { email, phone } = buyerOf(call);
  if (pin === undefined || email !== pin.email || phone !== pin.phone) return undefined;
  const status = statusOf(reply);
  if (kind === 'right PIN' && status === 'authorize_success') return 'authorized';
  if (status !== 'authorize_fail') return undefined;
  if (kind === 'right PIN') return 'declined-with-pin';
  return kind === 'needs PIN' ? 'declined-before' : undefined;
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
